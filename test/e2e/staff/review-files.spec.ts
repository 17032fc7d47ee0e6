import type { Locator } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { expect, signInAs, test } from '../support/site'

test('an administrator plays every file of a video that waits for review', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await signInAs(page, 'admin')
  await page.goto('/admin?tab=content')
  // A demo video for which its uploader encoded two renditions.
  const title = 'Two tones, slightly out of tune'
  const detail = page.waitForResponse(/\/api\/admin\/videos\/\d+\/case$/)
  await page.getByRole('button', { name: `Review ${title}` }).click()
  const { sources } = (await (await detail).json()) as Video
  const heights = (sources ?? []).flatMap(({ type, height }) => (type === 'hls' && height ? [height] : []))
  expect(heights).toEqual([360, 480])

  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Show picture' }).click()
  const video = dialog.locator('[role=group] video')
  const widths: number[] = []
  for (const name of [/^Source/, '480p', '360p']) {
    const file = dialog.getByRole('group', { name: 'File' }).getByRole('button', { name })
    await file.click()
    await expect(file).toHaveAttribute('aria-current', 'true')
    const width = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth)
    await expect.poll(async () => [0, ...widths].includes(await width())).toBe(false)
    widths.push(await width())
    expect(await playedWidth(video)).toBe(widths.at(-1))
  }
  expect(widths).toEqual([...widths].sort((one, other) => other - one))
})

/** Plays until a picture is shown, returns its width and pauses, so that the next step may take its time. */
function playedWidth(video: Locator): Promise<number> {
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    const picture = new Promise<number>((resolve) =>
      element.requestVideoFrameCallback((_, { width }) => resolve(width)),
    )
    await element.play()
    const width = await picture
    element.pause()
    return width
  })
}
