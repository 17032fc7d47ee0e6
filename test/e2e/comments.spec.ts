import type { Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expectAccessible } from './support/accessibility'
import { expect, expectPlaying, newName, signInAs, signUp, test } from './support/site'

async function commentedVideo(page: Page): Promise<Video> {
  const answer = await page.request.get('/api/videos?isPremium=false&limit=50')
  const videos: Video[] = await answer.json()
  for (const { id, uploader } of videos) {
    const video: Video = await (await page.request.get(`/api/videos/${id}`)).json()
    if (uploader.username === 'creator' && typeof video.comments === 'number') return video
  }
  throw new Error('No video has comments')
}

const section = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const commentOf = (page: Page, name: string) =>
  section(page).getByRole('article', { name: `Comment by ${name}` })

/** Opens the comments of a video. */
async function open(page: Page, { id }: Video) {
  await page.goto(`/video/${id}#comments`)
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
}

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `More about the comment by ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

test('a comment is written, answered, liked, reported and removed @phone-only', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const author = await (await newPerson()).newPage()
  const authorName = await signUp(author)
  const video = await commentedVideo(author)
  const text = `The turn at 0:03 is the best, ${newName()}`
  await open(author, video)
  await author.getByRole('textbox', { name: 'Add a comment' }).fill(text)
  await author.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(author.getByText('Comment posted')).toBeVisible()
  const own = commentOf(author, authorName)
  await expect(own).toContainText(text)
  await expect(author.getByRole('textbox', { name: 'Add a comment' })).toBeFocused()
  await expectAccessible(author, { within: '#comments' })

  await own.getByRole('button', { name: 'Play from 0:03' }).click()
  await expectPlaying(author)
  // Paused, since at its end the page would go on to the next video.
  const second = await author.locator('article video').evaluate((player: HTMLVideoElement) => {
    player.pause()
    return player.currentTime
  })
  expect(second).toBeGreaterThanOrEqual(3)

  await choose(author, authorName, 'Edit')
  await author.getByRole('textbox', { name: 'Edit comment' }).press('End')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(author.getByRole('button', { name: `More about the comment by ${authorName}` })).toBeFocused()

  const reader = await (await newPerson()).newPage()
  const readerName = await signUp(reader)
  await open(reader, video)
  const read = commentOf(reader, authorName)
  await read.getByRole('button', { name: `Like the comment by ${authorName}` }).click()
  await expect(read.getByRole('button', { name: `Like the comment by ${authorName}, 1 like` })).toBeVisible()
  await read.getByRole('button', { name: 'Reply' }).click()
  await expectAccessible(reader, { within: '#comments' })
  const reply = reader.getByRole('textbox', { name: `Reply to ${authorName}` })
  await reply.fill('I think so too')
  await section(reader).locator('form').filter({ has: reply }).getByRole('button', { name: 'Reply' }).click()
  await expect(reader.getByText('Reply posted')).toBeVisible()
  await expect(commentOf(reader, readerName)).toContainText('I think so too')
  await expect(read.getByRole('button', { name: 'Reply' })).toBeFocused()

  await choose(reader, authorName, 'Report')
  const dialog = reader.getByRole('dialog', { name: 'Report comment' })
  await dialog.getByRole('radio', { name: /^Harassment/ }).check()
  await expectAccessible(reader)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Report received')).toBeVisible()

  const staff = await (await newPerson()).newPage()
  await signInAs(staff, 'admin')
  await staff.goto('/admin?tab=comments')
  const queued = staff.getByRole('article').filter({ hasText: text })
  await expect(queued).toContainText('Harassment or threats')
  await expectAccessible(staff)
  await queued.getByRole('button', { name: 'Remove comment' }).click()
  const decision = staff.getByRole('dialog', { name: 'Remove comment' })
  await decision.getByLabel('Reason, in your own words').fill('It insults someone.')
  await expectAccessible(staff)
  await decision.getByRole('button', { name: 'Remove comment' }).click()
  await expect(queued).toHaveCount(0)

  const later = await author.context().newPage()
  await open(later, video)
  await expect(section(later).getByText(text)).toHaveCount(0)
  await expect(section(later).getByText('Removed comment').first()).toBeVisible()
})

test('staff remove a comment on the page', async ({ newPerson }) => {
  const author = await (await newPerson()).newPage()
  const authorName = await signUp(author)
  const video = await commentedVideo(author)
  const data = { body: `Nonsense ${newName()}` }
  expect((await author.request.post(`/api/videos/${video.id}/comments`, { data })).status()).toBe(201)
  const staff = await (await newPerson()).newPage()
  await signInAs(staff, 'admin')
  await open(staff, video)
  await choose(staff, authorName, 'Remove')
  const dialog = staff.getByRole('dialog', { name: 'Remove comment' })
  await dialog.getByLabel("What's wrong with it?").selectOption({ label: 'Spam or advertising' })
  await dialog.getByLabel('Reason, in your own words').fill('It says nothing.')
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: 'Remove comment' }).click()
  await expect(staff.getByText('Comment removed')).toBeVisible()
  await expect(commentOf(staff, authorName)).toHaveCount(0)
})
