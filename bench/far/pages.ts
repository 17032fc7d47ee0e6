import type { Browser, LaunchOptions, Page } from '@playwright/test'
import { chromiumOptions } from '#tools/programs/browser'
import { local, siteOrigin } from '#tools/site/local'
import { firstFrameOf, watchFirstFrame } from '../pages/first-frame.ts'
import type { DelayLine } from './delay-line.ts'
import { countsOf } from './requests.ts'

/** Notes the largest contentful paint so far. As text: these scripts have no DOM types. */
const watchLargestPaint = `
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) document.documentElement.dataset.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Film, playlists and segments, but no pictures. */
const isFilm = /\/media\/.*\.(mp4|webm|m3u8|m4s)$/

/** Milliseconds from the start of the navigation. */
export interface Painted {
  largest: number
  /** The video's first frame, if the page has one, and the reads of R2 for its bytes until then. */
  frame: number | null
  filmReads: number
}

/**
 * Returns the options of a browser whose connections to the site take the line. Its address stays the one
 * that the worker knows.
 */
export function optionsFor(line: DelayLine): LaunchOptions {
  const { args, ...options } = chromiumOptions()
  const detour = `--host-resolver-rules=MAP localhost:${local.port} localhost:${line.port}`
  return { ...options, args: [...args, detour, '--autoplay-policy=no-user-gesture-required'] }
}

/** Opens a page of the site in a browser with an empty cache and only these cookies. */
export function paint(browser: Browser, path: string, cookies: Record<string, string>): Promise<Painted> {
  return withPage(browser, cookies, async (page) => {
    let reads = 0
    page.on('response', (response) => {
      if (isFilm.test(response.url())) reads += countsOf(response.headers()['server-timing']).reads
    })
    const openIt = () => open(page, siteOrigin + path)
    const hasVideo = path.startsWith('/video/')
    const frame = hasVideo ? await firstFrameOf(page, openIt) : null
    if (!hasVideo) await openIt()
    const filmReads = reads
    // Pictures of the first screen may come after the event.
    await page.waitForLoadState('networkidle')
    const html = page.locator('html[data-largest-paint]')
    await html.waitFor({ state: 'attached' })
    return { largest: Number(await html.getAttribute('data-largest-paint')), frame, filmReads }
  })
}

/** Returns when a bare video shows its first frame. */
export function bareFrame(browser: Browser, url: string): Promise<number> {
  return withPage(browser, {}, (page) => firstFrameOf(page, () => open(page, url)))
}

async function open(page: Page, url: string): Promise<void> {
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`)
}

async function withPage<Result>(
  browser: Browser,
  cookies: Record<string, string>,
  task: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const all = Object.entries({ age_verified: '1', ...cookies })
    await context.addCookies(all.map(([name, value]) => ({ name, value, url: siteOrigin })))
    await context.addInitScript({ content: `${watchLargestPaint};${watchFirstFrame}` })
    return await task(await context.newPage())
  } finally {
    await context.close()
  }
}
