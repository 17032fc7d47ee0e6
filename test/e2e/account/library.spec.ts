import type { Page } from '@playwright/test'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import type { Video } from '#contract/schemas/videos/video'
import { extrasArrived } from '../support/player'
import { expect, signUp, test } from '../support/site'

/** Finds a video long enough to be left in the middle. */
async function longVideo(page: Page): Promise<Video> {
  const answer = await page.request.get('/api/videos?isPremium=false&limit=50')
  const videos: Video[] = await answer.json()
  const video = videos.find(({ duration }) => duration !== null && duration > 60)
  if (!video) throw new Error('The demo content has no such video')
  return video
}

/** Watches a part of the video, and leaves it playing. */
async function watchTo(page: Page, video: Video, second: number): Promise<void> {
  await page.goto(`/video/${video.id}`)
  // The page's HTML has a video element of its own, whose position isn't kept until the player is loaded.
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const player = page.locator('video')
  const seconds = () => player.evaluate((element: HTMLVideoElement) => element.currentTime)
  await player.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
  })
  await expect.poll(seconds).toBeGreaterThan(0.2)
  await player.evaluate((element: HTMLVideoElement, at) => {
    element.currentTime = at
  }, second)
  await expect.poll(seconds).toBeGreaterThan(second + 0.5)
  await extrasArrived(page)
}

const isProgress = (url: string) => /\/api\/videos\/\d+\/progress$/.test(new URL(url).pathname)

test('of clicks on Save that overtake the server the last one wins, and stays', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  const video = await longVideo(page)
  await page.goto(`/video/${video.id}`)
  const save = page.getByRole('article').getByRole('button', { name: /^Saved?$/ })
  await save.click()
  await expect(page.getByText('Video saved')).toBeVisible()

  const address = `**/api/videos/${video.id}/save`
  const answer = Promise.withResolvers<void>()
  const isSave = (method: string) => (request: { url(): string; method(): string }) =>
    request.url().endsWith('/save') && request.method() === method
  await page.route(
    address,
    async (route) => {
      await answer.promise
      await route.continue()
    },
    { times: 1 },
  )
  const removal = page.waitForRequest(isSave('DELETE'))
  await save.click()
  await removal
  await expect(save).toHaveAttribute('aria-pressed', 'false')
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  const saved = page.waitForResponse((response) => isSave('PUT')(response.request()))
  answer.resolve()
  expect((await saved).ok()).toBe(true)
  await expect(save).toHaveAttribute('aria-pressed', 'true')

  await page.reload()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/account?tab=saved')
  await expect(page.getByRole('list', { name: 'Saved videos' }).getByText(video.title)).toBeVisible()
})

test('what was left in the middle waits on the home page, and goes on there', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  const video = await longVideo(page)
  // Leaving the page sends the position to the account, unless a report has just gone out.
  const told = page.waitForResponse(
    (response) => isProgress(response.url()) && response.request().postDataJSON().position > 24,
  )
  await watchTo(page, video, 25)
  await page.getByRole('link', { name: 'Nocturne, home' }).click()
  // It goes on playing next to the page until it is closed.
  await page.getByRole('button', { name: 'Close mini player' }).click()
  expect((await told).ok()).toBe(true)

  const left = page.getByRole('list', { name: 'Continue watching' })
  await left.getByRole('link', { name: video.title }).click()
  await expect(page).toHaveURL(`/video/${video.id}`)
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(24)
  await page.goto('/account?tab=history')
  await expect(page.getByRole('list', { name: 'Watched: Today' }).getByText(video.title)).toBeVisible()
})

test('a paused history notes nothing, neither for the account nor in the browser', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await signUp(page)
  const video = await longVideo(page)
  await page.goto('/account?tab=settings')
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => /\/preferences$/.test(response.url()) && response.request().method() === 'PATCH',
    ),
    page.getByRole('switch', { name: 'Save watch history' }).press(' '),
  ])
  expect(answer.ok()).toBe(true)

  const told: string[] = []
  page.on('request', (request) => {
    if (isProgress(request.url())) told.push(request.method())
  })
  await watchTo(page, video, 25)
  // Leaving would send the position to the account.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular Free Videos' })).toBeVisible()
  expect(told).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('watch-log'))).toBeNull()
  const history: WatchedVideo[] = await (await page.request.get('/api/account/history')).json()
  expect(history).toEqual([])
})
