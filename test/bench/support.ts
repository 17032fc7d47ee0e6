import { basename } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type BareServer, startNginx } from '#bench/far/bare-server'
import { firstFrameOf, watchFirstFrame } from '#bench/pages/first-frame'
import type { Row } from '#tools/tests/pages/media'
import { randomAddress, signUp } from '../e2e/support/site'
import { type Clip, clip, clipFolder, nearlyAnHour, seconds } from './clips'
import { storeInOnePiece } from './whole-object'

/** A line as CDP throttles it: bits per second and milliseconds of round trip. */
export interface Line {
  bits: number
  latency: number
  /** Factor by which the CPU is slowed down. */
  cpu?: number
}

export const lab: Line = { bits: 9e6, latency: 60, cpu: 4 }
export const middling: Line = { bits: 4e6, latency: 40 }

/** A published video and the same file on a plain server. */
export interface Subject {
  /** URL of its page. */
  url: string
  bare: string
}

export interface Fixtures {
  /** Opens a cold browser with the age confirmed, on such a line. */
  openPage: (line?: Line) => Promise<Page>
  /**
   * Adds a row to the table. A figure over its limit doesn't fail the test: Playwright would then publish
   * again the videos that all measurements share.
   */
  row: (row: Row) => void
}

export interface Shared {
  bareServer: BareServer
  /** Published through the upload page with its ladder, once for all measurements: one minute, and five. */
  minute: Subject
  fiveMinutes: Subject
  /** Three seconds, 130, and 59 minutes, without renditions: on a line as fast as the lab's the source plays. */
  lengths: [what: string, Subject][]
}

export const test = base.extend<Fixtures, Shared>({
  bareServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const server = await startNginx(Number(process.env.TEST_PORT ?? 8797) + 7, clipFolder)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  minute: [
    async ({ browser, bareServer }, use) => use(await publish(browser, bareServer, clip(1))),
    { scope: 'worker', timeout: 180_000 },
  ],
  fiveMinutes: [
    async ({ browser, bareServer }, use) => use(await publish(browser, bareServer, clip(5))),
    { scope: 'worker', timeout: 300_000 },
  ],
  lengths: [
    async ({ browser, bareServer }, use) =>
      use([
        ['3 s', await publish(browser, bareServer, seconds(3), 0)],
        ['130 s', await publish(browser, bareServer, seconds(130), 0)],
        ['59 min', await publish(browser, bareServer, nearlyAnHour(), 0)],
      ]),
    { scope: 'worker', timeout: 300_000 },
  ],
  openPage: async ({ browser }, use) => {
    const opened: Page[] = []
    await use(async (line) => {
      const context = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() } })
      await context.addCookies([{ name: 'age_verified', value: '1', url: origin() }])
      await context.addInitScript({ content: watchFirstFrame })
      const page = await context.newPage()
      opened.push(page)
      if (line) await limit(page, line)
      return page
    })
    for (const page of opened) await page.context().close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  row: async ({}, use, info) => {
    await use((row) => {
      // In JSON it would be null, which is under any limit.
      expect(row.value, row.what).toBeLessThan(Number.POSITIVE_INFINITY)
      info.annotations.push({ type: 'row', description: JSON.stringify(row) })
    })
  },
})

export { expect }

export function origin(): string {
  return `http://localhost:${Number(process.env.TEST_PORT ?? 8797)}`
}

export async function limit(page: Page, line: Line): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bits / 8,
    uploadThroughput: line.bits / 8,
  })
  if (line.cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
}

/** Returns the milliseconds from the navigation to the first picture. */
export function firstFrame(page: Page, url: string): Promise<number> {
  return firstFrameOf(page, () => page.goto(url, { waitUntil: 'commit' }))
}

/**
 * Rounds for pages and first frames, whose times scatter most: one in ten takes half as long again on two
 * cores.
 */
export const rounds = 5

export async function times<Value>(count: number, measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let round = 0; round < count; round += 1) values.push(await measure())
  return values
}

export function percentile95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

/** Publishes a file, and waits until this many renditions are there, or the file itself. */
async function publish(
  browser: import('@playwright/test').Browser,
  bareServer: BareServer,
  { file, bare }: Clip,
  wanted = 2,
): Promise<Subject> {
  const context = await browser.newContext({
    baseURL: origin(),
    extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() },
  })
  await context.addInitScript(() => localStorage.setItem('ageVerified', 'true'))
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/upload-video')
  await page.getByRole('tab', { name: 'File' }).click()
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByLabel('Title').fill(`Noise, ${basename(file)}`)
  await page.getByLabel('Category').selectOption({ label: 'Fractals' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/my-videos', { timeout: 200_000 })
  const path = await page.locator('main a[href^="/video/"]').first().getAttribute('href')
  const renditions = async () => {
    const answer = await context.request.get(`/api/videos/${path?.split('/').at(-1)}`)
    const { sources, storyboard } = await answer.json()
    const heights = (sources ?? []).filter(
      (each: { type: string; height: number | null }) => each.type === 'hls' && each.height,
    )
    if (wanted === 0) return sources?.length > 0 ? 0 : -1
    return storyboard ? heights.length : 0
  }
  await expect.poll(renditions, { timeout: 500_000, intervals: [1000] }).toBeGreaterThanOrEqual(wanted)
  const video = await (await context.request.get(`/api/videos/${path?.split('/').at(-1)}`)).json()
  if (video.sources[0].type === 'mp4') await storeInOnePiece(context.request, video.videoUrl)
  await context.close()
  return { url: `${origin()}${path}`, bare: bareServer.pageOf(bare) }
}
