import type { Page } from '@playwright/test'
import type { Source, Video } from '#contract/schemas/videos/video'
import { storyboardRows } from '#contract/values/videos/media'
import { expect, expectPlaying, makeVideoFile, signUp, test } from '../e2e/support/site'

test('ten minutes of 1080p are published with ladder and storyboard through two reloads', async ({
  newPerson,
}, info) => {
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  const file = await makeVideoFile(info.outputDir, {
    seconds: 30,
    megabits: 4,
    repeat: 20,
    size: '1920x1080',
  })
  const context = await newPerson()
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'File' }).click()
  const started = Date.now()
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByLabel('Title').fill('Ten minutes in full')
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })

  const first = await reachedShare(page, 0.15)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Ten minutes in full')
  const afterFirst = await reachedShare(page, 0.01)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 300_000 })
  figure(`published ${seconds(started)} s after the file was picked, with one reload`)

  const second = await reachedShare(page, Math.max(0.4, afterFirst + 0.05))
  await page.reload()
  const afterSecond = await reachedShare(page, 0.01)
  figure(
    `reloaded at ${percent(first)} and ${percent(second)} of the pass, went on at ${percent(afterFirst)} and ${percent(afterSecond)}`,
  )
  // A piece of 30 s is 5 % of the video; the bar may show a piece before it is saved.
  expect(first - afterFirst).toBeLessThan(0.11)
  expect(second - afterSecond).toBeLessThan(0.11)

  const path = await page.locator('main a[href^="/video/"]').first().getAttribute('href')
  const detail = async () =>
    (await (await context.request.get(`/api/videos/${path?.split('/').at(-1)}`)).json()) as Video
  await expect
    .poll(async () => renditions((await detail()).sources), { timeout: 800_000, intervals: [2000] })
    .toEqual([360, 480, 1080])
  await expect(page.getByText(/Adding qualities/)).toHaveCount(0, { timeout: 60_000 })
  figure(`ladder complete ${seconds(started)} s after the file was picked`)
  const video = await detail()
  expect(video.storyboard).toMatchObject({ columns: 10, rows: storyboardRows(video.duration ?? 0) })
  expect(video.previewUrl).toMatch(/^\/media\//)
  expect(video.duration).toBeGreaterThan(599)

  const visitor = await (await newPerson()).newPage()
  await visitor.goto(path ?? '')
  await visitor.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expectPlaying(visitor)
})

/** Waits until the pass has reached this share, and returns the share then. */
async function reachedShare(page: Page, share: number): Promise<number> {
  const bar = page.getByRole('progressbar', { name: /^Adding qualities/ })
  const now = async () => Number((await bar.getAttribute('aria-valuenow')) ?? 0) / 100
  await expect.poll(now, { timeout: 600_000, intervals: [200] }).toBeGreaterThanOrEqual(share)
  return now()
}

function renditions(sources: Source[] | null): (number | null)[] {
  return (sources ?? [])
    .filter(({ type, height }) => type === 'hls' && height !== null)
    .map(({ height }) => height)
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(0)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
