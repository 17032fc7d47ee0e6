import { test as base, expect, type Page } from '@playwright/test'
import { randomAddress, signUp } from '../e2e/support/site'
import { clip } from './clips'
import { type BareServer, startNginx } from './nginx'
import { storeInOnePiece } from './whole-object'

/** A line as CDP throttles it: bits per second and milliseconds of round trip. */
export interface Line {
  bits: number
  latency: number
  /** Factor by which the CPU is slowed down. */
  cpu?: number
}

export const lab: Line = { bits: 9e6, latency: 60, cpu: 4 }

/** A published video and the same file on a plain server. */
export interface Subject {
  /** URL of its page. */
  url: string
  bare: string
}

export interface Fixtures {
  /** Opens a cold browser with the age confirmed, on such a line. */
  openPage: (line?: Line) => Promise<Page>
  /** Prints a row of the table. The test fails when the value is over the limit. */
  row: (row: { id: string; what: string; value: number; limit: number; unit: string; note?: string }) => void
}

export interface Shared {
  bareServer: BareServer
  /** Published through the upload page with its ladder, once for all measurements: one minute, and five. */
  minute: Subject
  fiveMinutes: Subject
}

export const test = base.extend<Fixtures, Shared>({
  bareServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const server = await startNginx(Number(process.env.TEST_PORT ?? 8797) + 7)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  minute: [
    async ({ browser, bareServer }, use) => use(await publish(browser, bareServer, 1)),
    { scope: 'worker', timeout: 300_000 },
  ],
  fiveMinutes: [
    async ({ browser, bareServer }, use) => use(await publish(browser, bareServer, 5)),
    { scope: 'worker', timeout: 600_000 },
  ],
  openPage: async ({ browser }, use) => {
    const opened: Page[] = []
    await use(async (line) => {
      const context = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() } })
      await context.addCookies([{ name: 'age_verified', value: '1', url: origin() }])
      await context.addInitScript(watchFirstFrame)
      const page = await context.newPage()
      opened.push(page)
      if (line) await limit(page, line)
      return page
    })
    for (const page of opened) await page.context().close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  row: async ({}, use, info) => {
    await use(({ id, what, value, limit, unit, note }) => {
      const description = JSON.stringify({ id, what, value, limit, unit, note })
      info.annotations.push({ type: 'row', description })
      expect.soft(value, `${id} ${what}`).toBeLessThanOrEqual(limit)
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

/** Runs before the page's own scripts: notes when any video shows its first picture, and plays it, muted. */
function watchFirstFrame(): void {
  const seen = new WeakSet<HTMLVideoElement>()
  const watch = (video: HTMLVideoElement) => {
    if (seen.has(video)) return
    seen.add(video)
    video.muted = true
    const play = () => void video.play().catch(() => undefined)
    if (location.hash !== '#still') {
      play()
      video.addEventListener('loadedmetadata', play)
    }
    video.requestVideoFrameCallback((now) => {
      document.documentElement.dataset.firstFrame ??= String(now)
    })
  }
  new MutationObserver(() => document.querySelectorAll('video').forEach(watch)).observe(document, {
    childList: true,
    subtree: true,
  })
}

/** Returns the milliseconds from the navigation to the first picture. */
export async function firstFrame(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-first-frame', /\d/, { timeout: 60_000 })
  return Number(await page.locator('html').getAttribute('data-first-frame'))
}

export async function times<Value>(count: number, measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let round = 0; round < count; round += 1) values.push(await measure())
  return values
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function percentile95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

async function publish(
  browser: import('@playwright/test').Browser,
  bareServer: BareServer,
  minutes: number,
): Promise<Subject> {
  const { file, bare } = clip(minutes)
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
  await page.getByLabel('Title').fill(`${minutes} minutes of noise`)
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
    return storyboard ? heights.length : 0
  }
  await expect.poll(renditions, { timeout: 500_000, intervals: [1000] }).toBeGreaterThanOrEqual(2)
  const video = await (await context.request.get(`/api/videos/${path?.split('/').at(-1)}`)).json()
  if (video.sources[0].type === 'mp4') await storeInOnePiece(context.request, video.videoUrl)
  await context.close()
  return { url: `${origin()}${path}`, bare: bareServer.pageOf(bare) }
}
