import type { Page } from '@playwright/test'
import { median } from '#tools/figures/median'
import { expect, firstFrame, type Line, middling, percentile95, test } from './support'

const slow: Line = { bits: 1.2e6, latency: 80 }

test('first frame after play, and after a seek', { tag: ['@M2', '@M3'] }, async ({
  openPage,
  minute,
  fiveMinutes,
  row,
}) => {
  for (const [what, { url }, most] of [
    ['MP4', minute, 700],
    ['HLS', fiveMinutes, 1000],
  ] as const) {
    const started: number[] = []
    const sought: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const page = await openPage()
      await page.goto(`${url}#still`)
      await controlsOf(page)
      started.push(await afterPlay(page))
      sought.push(await afterSeek(page, 0.3 + round * 0.06))
      await page.context().close()
    }
    row({
      id: 'M2',
      what: `${what}: first frame after play, p95 of 10`,
      value: percentile95(started),
      limit: most,
      unit: 'ms',
    })
    row({
      id: 'M3',
      what: `${what}: seek to an unbuffered second, p95 of 10`,
      value: percentile95(sought),
      limit: 500,
      unit: 'ms',
    })
  }
})

test('a slow line starts with the ladder and does not stall', { tag: '@M4' }, async ({
  openPage,
  fiveMinutes,
  row,
}) => {
  const starts: number[] = []
  const stalls: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const page = await openPage(slow)
    starts.push(await firstFrame(page, `${fiveMinutes.url}#still`))
    await playAsViewer(page)
    stalls.push(await stallsWithin(page, 20))
    await page.context().close()
  }
  row({ id: 'M4', what: '1.2 Mbit/s, 80 ms: HLS starts', value: median(starts), limit: 3000, unit: 'ms' })
  row({ id: 'M4', what: '1.2 Mbit/s, 80 ms: stalls in 20 s', value: median(stalls), limit: 0, unit: '' })
})

test('a middling line reaches 480p by itself, and 720p is offered', { tag: '@M5' }, async ({
  openPage,
  fiveMinutes,
  row,
}) => {
  const page = await openPage(middling)
  await firstFrame(page, fiveMinutes.url)
  const from = Date.now()
  await expect.poll(() => heightOf(page), { timeout: 30_000, intervals: [100] }).toBeGreaterThanOrEqual(480)
  row({
    id: 'M5',
    what: '4 Mbit/s, 40 ms: 480p or more without a click',
    value: (Date.now() - from) / 1000,
    limit: 10,
    unit: 's',
  })
  await openQualities(page)
  await expect(page.getByRole('menuitemradio', { name: /720p/ })).toBeVisible()
})

test('a quality picked by hand shows at the same second', { tag: '@M6' }, async ({
  openPage,
  fiveMinutes,
  minute,
  row,
}) => {
  for (const [what, { url }] of [
    ['MP4', minute],
    ['HLS', fiveMinutes],
  ] as const) {
    const waits: number[] = []
    const drifts: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const page = await openPage()
      await firstFrame(page, url)
      await expect.poll(() => secondOf(page)).toBeGreaterThan(3)
      await openQualities(page)
      const before = await page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => ({ at: video.currentTime, now: Date.now() }))
      await page.getByRole('menuitemradio', { name: /360p/ }).click()
      await expect.poll(() => heightOf(page), { timeout: 15_000, intervals: [50] }).toBe(360)
      const after = await page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => ({ at: video.currentTime, now: Date.now() }))
      waits.push((after.now - before.now) / 1000)
      // Neither the time played nor a standstill during the change counts as drift.
      const played = after.at - before.at
      drifts.push(Math.max(0, -played, played - (after.now - before.now) / 1000))
      await page.context().close()
    }
    row({ id: 'M6', what: `${what}: 360p picked by hand shows`, value: median(waits), limit: 3, unit: 's' })
    row({ id: 'M6', what: `${what}: and is off by`, value: median(drifts), limit: 0.5, unit: 's' })
  }
})

test('an MP4 on a line that is too slow changes to the ladder by itself', { tag: '@slow' }, async ({
  openPage,
  minute,
  row,
}) => {
  const stalls: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const page = await openPage(slow)
    await firstFrame(page, `${minute.url}#still`)
    await playAsViewer(page)
    stalls.push(await stallsWithin(page, 20))
    await expect.poll(async () => [360, 480].includes(await heightOf(page))).toBe(true)
    await page.context().close()
  }
  row({
    id: 'slow',
    what: '1.2 Mbit/s, 60 s MP4: stalls in 20 s after the first frame, ladder reached',
    value: median(stalls),
    limit: 0,
    unit: '',
  })
})

/** Waits for the controls; before that a viewer can press nothing. */
async function controlsOf(page: Page): Promise<void> {
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeEnabled({ timeout: 60_000 })
}

async function playAsViewer(page: Page): Promise<void> {
  await controlsOf(page)
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect.poll(() => secondOf(page), { timeout: 30_000, intervals: [50] }).toBeGreaterThan(0.1)
}

/** Returns the milliseconds from play() until the picture moves. */
function afterPlay(page: Page): Promise<number> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    while (video.readyState < HTMLMediaElement.HAVE_METADATA) await new Promise(requestAnimationFrame)
    const from = performance.now()
    void video.play()
    const shown = await new Promise<number>((resolve) => video.requestVideoFrameCallback(resolve))
    return shown - from
  })
}

/**
 * Returns the milliseconds from a seek, to a share of the duration where nothing is buffered, to its picture.
 */
function afterSeek(page: Page, share: number): Promise<number> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement, share) => {
    const target = video.duration * share
    const from = performance.now()
    video.currentTime = target
    for (;;) {
      const { now, mediaTime } = await new Promise<{ now: number; mediaTime: number }>((resolve) =>
        video.requestVideoFrameCallback((now, { mediaTime }) => resolve({ now, mediaTime })),
      )
      if (Math.abs(mediaTime - target) < 1) return now - from
    }
  }, share)
}

/** Counts how often the playhead stalled for more than 200 ms. */
function stallsWithin(page: Page, seconds: number): Promise<number> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement, seconds) => {
    let stalls = 0
    let last = video.currentTime
    let since = performance.now()
    let stands = false
    for (const from = since; performance.now() - from < seconds * 1000; ) {
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      if (video.currentTime !== last || video.ended) {
        last = video.currentTime
        since = now
        stands = false
      } else if (!stands && now - since > 200) {
        stands = true
        stalls += 1
      }
    }
    return stalls
  }, seconds)
}

function heightOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)
}

function secondOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
}

async function openQualities(page: Page): Promise<void> {
  await page.locator('video').hover()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: /Quality/ }).click()
}
