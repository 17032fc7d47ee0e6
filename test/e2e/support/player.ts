import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { words as args } from '#dev/seed/ffmpeg'
import { once } from './once'
import { publishFile } from './publish'
import { expect, randomAddress, signUp, test as siteTest } from './site'

const run = promisify(execFile)

export const clipSeconds = 40

/** A film of `clipSeconds` in two qualities: as one faststart file, and each as CMAF with segments of 2 s. */
export interface Clip {
  file: string
  high: string
  low: string
}

export interface Material {
  clip: Clip
  /** A page of a new account, which publishes the videos that the tests play. */
  uploader: Page
}

export const test = siteTest.extend<object, Material>({
  clip: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use, { project: { outputDir } }) =>
      use(await once(outputDir, 'clip', () => makeClip(outputDir))),
    { scope: 'worker', timeout: 120_000 },
  ],
  uploader: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use
      if (!baseURL) throw new Error('There is no site to test')
      const context = await browser.newContext({
        baseURL,
        extraHTTPHeaders: { 'cf-connecting-ip': randomAddress() },
      })
      const page = await context.newPage()
      await signUp(page)
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
})

/** Encodes the clip: every second of it looks different. */
async function makeClip(folder: string): Promise<Clip> {
  const name = (what: string) => join(folder, `player-${what}.mp4`)
  const clip: Clip = { file: name('file'), high: name('high'), low: name('low') }
  await run('ffmpeg', [
    ...args(`-loglevel error -y -f lavfi -i testsrc=size=640x360:rate=25:duration=${clipSeconds}`),
    ...args(`-f lavfi -i sine=frequency=330:duration=${clipSeconds}:sample_rate=48000`),
    ...args('-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 50 -sc_threshold 0'),
    ...args('-b:v 500k -c:a aac -b:a 64k -movflags +faststart'),
    clip.file,
  ])
  const cmaf = ['-movflags', '+dash+global_sidx+frag_keyframe+skip_trailer']
  await run('ffmpeg', ['-loglevel', 'error', '-y', '-i', clip.file, '-c', 'copy', ...cmaf, clip.high])
  await run('ffmpeg', [
    ...args('-loglevel error -y -i'),
    clip.file,
    ...args('-vf scale=320:180 -c:v libx264 -preset veryfast -g 50 -sc_threshold 0 -b:v 150k -c:a copy'),
    ...cmaf,
    clip.low,
  ])
  return clip
}

/** Publishes files as the account signed in on the page. Returns the video's path once it can be played. */
export async function publish(page: Page, source: string, renditions: string[] = []): Promise<string> {
  return `/video/${await publishFile(page, 'Player test', source, renditions)}`
}

/** Adds one caption that lasts from the first second to the last. */
export async function addCaptions(page: Page, path: string, language: string, words: string): Promise<void> {
  const answer = await page.request.put(`/api/videos/${path.split('/').at(-1)}/captions/${language}`, {
    headers: { 'content-type': 'text/vtt' },
    data: `WEBVTT\n\n00:00.000 --> 00:${clipSeconds}.000\n${words}\n`,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

interface Sight {
  second: number
  rate: number
  /** Milliseconds on the page's clock. */
  at: number
}

interface Notes {
  sights: Sight[]
  /** `MediaError.code`s that the element reported. */
  errors: number[]
  /** Lengths of gaps between buffered stretches, in seconds. */
  holes: number[]
}

/** Records the playhead ten times a second, and the element's events, until the page is left. */
export async function watchPlayhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes: Notes = { sights: [], errors: [], holes: [] }
    Object.assign(window, { notes })
    document.addEventListener(
      'error',
      ({ target }) => target instanceof HTMLVideoElement && notes.errors.push(target.error?.code ?? 0),
      true,
    )
    setInterval(() => {
      const video = document.querySelector('video')
      if (!video || video.readyState === 0 || video.error) return
      notes.sights.push({ second: video.currentTime, rate: video.playbackRate, at: performance.now() })
      const { buffered } = video
      for (let index = 1; index < buffered.length; index += 1) {
        notes.holes.push(buffered.start(index) - buffered.end(index - 1))
      }
    }, 100)
  })
}

export interface Course {
  /** The furthest that the playhead jumped back, in seconds. */
  back: number
  /** The furthest that it jumped ahead of the clock: the seconds of the film that were skipped. */
  skipped: number
  /** The earliest second seen. */
  from: number
  errors: number[]
  holes: number[]
}

export function courseOf(page: Page): Promise<Course> {
  return page.evaluate(() => {
    const { sights, errors, holes } = (window as unknown as { notes: Notes }).notes
    const course: Course = { back: 0, skipped: 0, from: sights[0]?.second ?? 0, errors, holes }
    let furthest = 0
    let last = sights[0]
    for (const sight of sights) {
      course.back = Math.max(course.back, furthest - sight.second)
      course.from = Math.min(course.from, sight.second)
      furthest = Math.max(furthest, sight.second)
      if (last) {
        const due = last.second + (sight.rate * (sight.at - last.at)) / 1000
        course.skipped = Math.max(course.skipped, sight.second - due)
      }
      last = sight
    }
    return course
  })
}

/** Starts over, as if nothing had been seen before. */
export function resetCourse(page: Page): Promise<void> {
  return page.evaluate(() => {
    ;(window as unknown as { notes: Notes }).notes.sights.length = 0
  })
}

export function secondOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
}

export function pictureHeight(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)
}

/** Gives a browser the choices that its viewer made before. */
export async function choose(
  context: BrowserContext,
  choices: { quality?: number; rate?: number },
): Promise<void> {
  await context.addInitScript((json) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('player', json)
  }, JSON.stringify(choices))
}

/**
 * Waits for the page's first script and its styles. Before them, the browser reports a layout that isn't
 * painted.
 */
export async function startArrived(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      [...document.styleSheets].some(({ href }) => href !== null) &&
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/start')),
  )
}

/** Presses the player's own button, which works while a source is changing; the element would refuse. */
export async function play(page: Page): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true
  })
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
}

/** Returns the texts over the picture. */
export function words(page: Page): Promise<string[]> {
  return page
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
    )
}

/** Maps the paths of built files to those of their parts that match and are loaded on demand. */
export async function builtFiles(sources: RegExp): Promise<Map<string, string>> {
  const parts: Record<string, string> = JSON.parse(await readFile('dist/web/.vite/parts.json', 'utf8'))
  const files = Object.entries(parts)
  return new Map(
    files.flatMap(([source, file]) => (sources.test(source) ? [[`/${file}`, source] as const] : [])),
  )
}

/**
 * Waits for the parts that work without the page's player: the mini player, and the code that saves the
 * position. They are loaded after the first frame.
 */
export async function extrasArrived(page: Page): Promise<void> {
  await expect(page.locator('[role=group] [aria-live]')).toBeAttached()
}
