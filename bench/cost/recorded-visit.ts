import type { Page } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { withBrowser } from '#tools/programs/browser'
import { siteOrigin } from '#tools/site/local'
import { longSegments } from './long-segments.ts'

/**
 * The cost of requests by the worker's own counts. Files of the build, and files that the browser still has,
 * cost nothing and aren't included.
 */
export interface Operations {
  requests: number
  r2Reads: number
  kvReads: number
  rowsRead: number
  rowsWritten: number
}

/** A part of a visit, as docs/scale.md lists it. */
export type VisitPart =
  | 'home, page and calls'
  | 'home, pictures'
  | 'category, page and calls'
  | 'category, pictures'
  | 'video page and calls'
  | 'video page, pictures'
  | 'short video, file'
  | 'long video, playlists and start'
  | 'long video, each segment'

export interface RecordedVisit {
  parts: Record<VisitPart, Operations>
  /** Segments of a long video that are watched in watchedSeconds. */
  segments: number
}

/** Longer than the time after which a view counts. */
const playedSeconds = 8

/**
 * Visits the home page, a category and a video in Chromium, as a visitor whose age is confirmed and whose
 * cache is empty, and watches the video's file. Then another visitor watches the same video in segments.
 * Takes the counts from the worker's own answers.
 */
export function recordVisit(): Promise<RecordedVisit> {
  return withBrowser(async (browser) => {
    const id = await videoWithLadder()
    const open = async (quality: number | 'auto') => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await context.addCookies([{ name: 'age_verified', value: '1', url: siteOrigin }])
      await context.addInitScript({
        content: `localStorage.setItem('player', '${JSON.stringify({ quality, muted: true })}')`,
      })
      const page = await context.newPage()
      return { page, record: await recorder(page) }
    }
    const short = await open('auto')
    await short.page.goto(siteOrigin, { waitUntil: 'networkidle' })
    const home = short.record()
    await short.page.goto(`${siteOrigin}/categories/slow-light`, { waitUntil: 'networkidle' })
    const category = short.record()
    await watch(short.page, id)
    const video = short.record()
    await short.page.context().close()
    const long = await open(480)
    await watch(long.page, id)
    const ladder = long.record()
    await long.page.context().close()
    const segments = ladder.filter(({ kind }) => kind === 'segment')
    if (segments.length === 0) throw new Error('The long video was not played in segments')
    const sum = (entries: Entry[], ...kinds: Entry['kind'][]) =>
      total(entries.filter(({ kind }) => kinds.includes(kind)).map(({ cost }) => cost))
    return {
      segments: await longSegments(),
      parts: {
        'home, page and calls': sum(home, 'call'),
        'home, pictures': sum(home, 'picture'),
        'category, page and calls': sum(category, 'call'),
        'category, pictures': sum(category, 'picture'),
        'video page and calls': sum(video, 'call'),
        'video page, pictures': sum(video, 'picture'),
        'short video, file': sum(video, 'media'),
        'long video, playlists and start': sum(ladder, 'media'),
        'long video, each segment': shareOf(sum(ladder, 'segment'), segments.length),
      },
    }
  })
}

interface Entry {
  url: string
  kind: 'call' | 'picture' | 'media' | 'segment'
  cost: Operations
}

/** Records the worker's answers from now on. Returns a function that hands over those since its last call. */
async function recorder(page: Page): Promise<() => Entry[]> {
  let noted: Entry[] = []
  const devtools = await page.context().newCDPSession(page)
  const fromMemory = new Set<string>()
  devtools.on('Network.requestServedFromCache', ({ requestId }) => fromMemory.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || fromMemory.has(requestId)) return
    const headers = new Headers(
      Object.entries(response.headers).map(([name, value]) => [name, value.replaceAll('\n', ', ')]),
    )
    const entry = entryOf(response.url, headers)
    if (entry) noted.push(entry)
  })
  await devtools.send('Network.enable')
  return () => {
    const entries = noted
    noted = []
    return entries
  }
}

function entryOf(url: string, headers: Headers): Entry | null {
  const timing = headers.get('server-timing')
  if (!url.startsWith(siteOrigin) || timing === null) return null
  const count = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(timing)?.[1] ?? 0)
  const [, r2 = ''] = /r2;desc="([^"]*)"/.exec(timing) ?? []
  const [, kv = ''] = /kv;desc="([^"]*)"/.exec(timing) ?? []
  const reads = (text: string) => Number(/reads=(\d+)/.exec(text)?.[1] ?? 0)
  const cost = {
    requests: 1,
    r2Reads: reads(r2),
    kvReads: reads(kv),
    rowsRead: count('rows_read'),
    rowsWritten: count('rows_written'),
  }
  return { url, kind: kindOf(new URL(url).pathname, headers.get('content-type') ?? ''), cost }
}

function kindOf(path: string, type: string): Entry['kind'] {
  if (!path.startsWith('/media/')) return 'call'
  if (type.startsWith('image/')) return 'picture'
  return path.endsWith('segment.m4s') ? 'segment' : 'media'
}

/** Opens a video's page, plays it as long as a view takes, and leaves. */
async function watch(page: Page, id: number): Promise<void> {
  await page.goto(`${siteOrigin}/video/${id}`, { waitUntil: 'load' })
  const video = page.locator('video').first()
  await video.waitFor()
  await page.getByRole('button', { name: /^play/i }).first().click()
  const end = Date.now() + 120_000
  while ((await page.evaluate<number>(`document.querySelector('video').currentTime`)) < playedSeconds) {
    if (Date.now() > end) throw new Error(`Video ${id} doesn't play`)
    await page.waitForTimeout(250)
  }
  // Requests sent on leaving are part of the visit.
  await page.goto('about:blank')
}

async function videoWithLadder(): Promise<number> {
  const response = await fetch(`${siteOrigin}/api/videos/1`, { headers: { cookie: 'age_verified=1' } })
  const { id, sources } = (await response.json()) as Video
  const [first] = sources ?? []
  if (first?.type !== 'mp4' || !sources?.some(({ type }) => type === 'hls'))
    throw new Error('The first video has no file with a ladder')
  return id
}

const none: Operations = { requests: 0, r2Reads: 0, kvReads: 0, rowsRead: 0, rowsWritten: 0 }

/** Adds up what requests cost. */
export function total(costs: readonly Operations[]): Operations {
  return costs.reduce((sum, each) => combined(sum, (name) => sum[name] + each[name]), none)
}

function shareOf(cost: Operations, parts: number): Operations {
  return combined(cost, (name) => cost[name] / parts)
}

function combined(like: Operations, value: (name: keyof Operations) => number): Operations {
  const names = Object.keys(like) as (keyof Operations)[]
  return Object.fromEntries(names.map((name) => [name, value(name)])) as unknown as Operations
}
