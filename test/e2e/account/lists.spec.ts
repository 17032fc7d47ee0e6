import type { Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expectAccessible } from '../support/accessibility'
import { expect, expectPlaying, newName, signUp, test } from '../support/site'

async function freeVideos(page: Page): Promise<Video[]> {
  const answer = await page.request.get('/api/videos?isPremium=false&limit=50')
  const videos: Video[] = await answer.json()
  return videos.filter(({ uploader }) => uploader.username === 'creator').slice(0, 3)
}

/** Opens the picker on a video's page. */
async function openPicker(page: Page, video: Video) {
  await page.goto(`/video/${video.id}`)
  await page.getByRole('button', { name: 'Save to…' }).click()
  const picker = page.getByRole('dialog', { name: 'Save to…' })
  await expect(picker.getByRole('checkbox', { name: 'Saved' })).toBeVisible()
  return picker
}

const titlesIn = (page: Page) =>
  page.getByRole('list', { name: 'Videos in this list' }).getByRole('heading', { level: 2 })

test('a list is made, ordered by hand, shared, and played with next and shuffle', async ({ newPerson }) => {
  test.setTimeout(120_000)
  const person = await newPerson()
  const page = await person.newPage()
  await signUp(page)
  const videos = await freeVideos(page)
  const [a, b, c] = videos.map(({ title }) => title) as [string, string, string]
  const name = newName()

  for (const [at, video] of videos.entries()) {
    const picker = await openPicker(page, video)
    if (at === 0) {
      await picker.getByRole('textbox', { name: 'New list' }).fill(name)
      await picker.getByRole('button', { name: 'Create list' }).click()
    } else {
      // Not check(), which looks within the same tick: the checkbox follows the query's cache.
      await picker.getByRole('checkbox', { name: new RegExp(name) }).click()
    }
    await expect(picker.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
    if (at === 0) await expectAccessible(page)
    await picker.getByRole('button', { name: 'Done' }).click()
  }

  await page.goto('/account?tab=lists')
  await page.getByRole('link', { name }).click()
  await expect(titlesIn(page)).toHaveText([a, b, c])
  await expectAccessible(page)
  await page.getByRole('button', { name: `Move: ${c}` }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(titlesIn(page)).toHaveText([a, c, b])
  await expect(page.getByRole('button', { name: `Move: ${c}` })).toBeFocused()

  // The first below the second, by its handle.
  const handle = page.getByRole('button', { name: `Move: ${a}` })
  const grip = await handle.boundingBox()
  const last = await page.getByRole('button', { name: `Move: ${b}` }).boundingBox()
  if (!grip || !last) throw new Error('The rows have no handles')
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 10, grip.y + 40, { steps: 3 })
  await page.mouse.move(last.x + 10, last.y - 10, { steps: 5 })
  await page.mouse.up()
  await expect(titlesIn(page)).toHaveText([c, a, b])
  await page.reload()
  await expect(titlesIn(page)).toHaveText([c, a, b])

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('switch', { name: 'Share by link' }).click()
  await expect(page.getByRole('switch', { name: 'Share by link' })).toBeChecked()
  const link = await page.getByRole('textbox', { name: 'Link to this list' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Play all' }).click()
  const panel = page.getByRole('region', { name: `List: ${name}` })
  await expect(panel.getByText('1 of 3')).toBeVisible()
  await expectPlaying(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Next in list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: a })).toBeVisible()
  await expect(panel.getByText('2 of 3')).toBeVisible()

  await expectPlaying(page)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await expect(page.getByRole('region', { name: 'Up next' })).toContainText(b)
  await page.getByRole('button', { name: 'Play now' }).click()
  await expect(panel.getByText('3 of 3')).toBeVisible()
  await panel.getByRole('button', { name: 'Shuffle' }).click()
  await expect(panel.getByText('1 of 3')).toBeVisible()

  const visitor = await (await newPerson()).newPage()
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(titlesIn(visitor)).toHaveText([c, a, b])
  await visitor.getByRole('button', { name: 'Play all' }).click()
  await expect(visitor.getByRole('region', { name: `List: ${name}` }).getByText('1 of 3')).toBeVisible()
})
