import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Notice } from '#contract/schemas/site/notices'
import { violationsOf } from '../support/accessibility'
import { makeOwnFile, publishFile } from '../support/publish'
import { expect, newName, runCron, signInAs, signUp, test } from '../support/site'

test('a follower is told of a new video by a bell that counts, opens and is read', {
  tag: '@phone-only',
}, async ({ newPerson }) => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'notifications-'))
  try {
    const [uploader, follower] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()]
    await signInAs(uploader, 'member')
    await signUp(follower)
    await follower.goto('/u/member')
    await follower.getByRole('button', { name: 'Follow member' }).click()
    await expect(follower.getByRole('button', { name: 'Following member' })).toBeVisible()
    const bell = follower.getByRole('banner').getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveText('')

    const title = `News ${newName()}`
    await publishFile(uploader, title, await makeOwnFile(folder, { megabits: 1, repeat: 1 }))
    const told = async () => {
      await runCron(follower)
      const notices = (await (await follower.request.get('/api/notifications')).json()) as Notice[]
      return notices.map(({ video }) => video?.title)
    }
    await expect.poll(told, { timeout: 60_000 }).toContain(title)
    await follower.goto('/premium')
    // Other tests publish as the same account.
    await expect(bell).toHaveText(/^[1-9]\+?$/)

    await bell.click()
    const panel = follower.getByRole('region', { name: 'Notifications', exact: true })
    const link = panel.getByRole('link', { name: title })
    await expect(link).toBeVisible()
    expect(await violationsOf(follower, { within: 'header' })).toEqual([])
    await follower.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell).toBeFocused()

    await bell.click()
    await link.click()
    await expect(follower.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(panel).toBeHidden()

    await bell.click()
    await panel.getByRole('link', { name: 'See all' }).click()
    await expect(follower.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await expect(follower.getByRole('link', { name: title })).not.toContainText('Unread')
    expect(await violationsOf(follower)).toEqual([])

    await follower.goto('/account?tab=settings')
    await follower.getByRole('switch', { name: 'New videos: On the site' }).click()
    await expect(follower.getByRole('switch', { name: 'New videos: On the site' })).not.toBeChecked()
    expect(await violationsOf(follower)).toEqual([])
    await follower.goto('/notifications')
    await expect(follower.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})
