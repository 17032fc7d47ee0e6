import { readFile, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { FaultyProxy } from '../support/faulty-proxy'
import { once } from '../support/once'
import {
  builtFiles,
  type Clip,
  choose,
  courseOf,
  pictureHeight,
  play,
  test as playerTest,
  publish,
  resetCourse,
  secondOf,
  watchPlayhead,
} from '../support/player'
import { expect } from '../support/site'

/** Paths of videos: a ladder, a file with a ladder, a file alone, and a ladder with damaged media. */
type Videos = Record<'ladder' | 'both' | 'file' | 'gap', string>

const forWorker = { scope: 'worker', timeout: 120_000 } as const

const test = playerTest.extend<{ delivery: FaultyProxy }, Videos>({
  delivery: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error('There is no site to test')
    const proxy = await FaultyProxy.start(baseURL)
    await use(proxy)
    await proxy.stop()
  },
  ladder: [
    async ({ uploader, clip }, use, { project }) =>
      use(await once(project.outputDir, 'ladder', () => publish(uploader, clip.high, [clip.low]))),
    forWorker,
  ],
  both: [
    async ({ uploader, clip }, use, { project }) =>
      use(await once(project.outputDir, 'both', () => publish(uploader, clip.file, [clip.low]))),
    forWorker,
  ],
  file: [
    async ({ uploader, clip }, use, { project }) =>
      use(await once(project.outputDir, 'file', () => publish(uploader, clip.file))),
    forWorker,
  ],
  gap: [
    async ({ uploader, clip }, use, { project }) =>
      use(
        await once(project.outputDir, 'gap', async () => publish(uploader, await withGap(clip), [clip.low])),
      ),
    forWorker,
  ],
})

/** Breaks the delivery to a viewer in many ways. The player must go on, and never jump back. */
test.describe('a player in trouble', () => {
  // They mostly wait: the first two longest.
  test.describe.configure({ mode: 'parallel' })
  test.setTimeout(120_000)

  test('plays a ladder to the end with one segment in four answered by 503 and five seconds without a line', async ({
    newPerson,
    delivery,
    ladder,
  }) => {
    let segments = 0
    delivery.faults = (path) => {
      if (!path.endsWith('.m4s')) return undefined
      segments += 1
      return segments % 4 === 0 ? { status: 503 } : undefined
    }
    const context = await newPerson()
    // The whole film, in half the time.
    await choose(context, { rate: 2 })
    const page = await watching(context, delivery.origin + ladder)
    await expectAt(page, 4)
    delivery.takeDown()
    setTimeout(() => delivery.bringUp(), 5000)
    await expectEnd(page)
    // Its playlist has ten.
    expect(segments).toBeGreaterThan(10)
    expect(delivery.met).toBeGreaterThan(2)
    await expectUndisturbed(page)
  })

  test('keeps the place when nothing helps, and goes on from there when asked to', async ({
    newPerson,
    delivery,
    ladder,
  }) => {
    const page = await watching(await newPerson(), delivery.origin + ladder)
    await expectAt(page, 2)
    delivery.takeDown()
    // The element seeks without the player, as with the controls of an iPhone's fullscreen.
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 36
    })
    await expect(page.getByRole('alert')).toContainText('your place at 0:36 is kept', { timeout: 60_000 })
    delivery.bringUp()
    await resetCourse(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectEnd(page)
    const { from, back } = await courseOf(page)
    expect(Math.abs(from - 36)).toBeLessThan(1)
    expect(back).toBeLessThan(1)
  })

  test('goes on with a file at the same second after its stream was cut short and the line was down', async ({
    newPerson,
    delivery,
    file,
  }) => {
    let mended = false
    delivery.faults = (path, start) => {
      if (!path.endsWith('/source.mp4') || mended) return undefined
      if (start === 0) return { cutAfter: 300_000 }
      if (delivery.met === 1) setTimeout(() => (mended = true), 5000)
      return { cutAfter: 0 }
    }
    const page = await watching(await newPerson(), delivery.origin + file)
    await expectAt(page, 10)
    expect(mended).toBe(true)
    await expectUndisturbed(page)
  })

  test('goes on with a file whose stream was cut short, and whose rest was answered by 503', async ({
    newPerson,
    delivery,
    file,
  }) => {
    let refused = 0
    delivery.faults = (path, start) => {
      if (!path.endsWith('/source.mp4')) return undefined
      if (start === 0) return { cutAfter: 300_000 }
      refused += 1
      return refused === 1 ? { status: 503 } : undefined
    }
    const page = await watching(await newPerson(), delivery.origin + file)
    await expectAt(page, 10)
    expect(refused).toBeGreaterThan(1)
    await expectUndisturbed(page)
  })

  test('begins where the address says, although the file was refused at first', async ({
    newPerson,
    delivery,
    file,
  }) => {
    delivery.faults = (path) =>
      path.endsWith('/source.mp4') && delivery.met < 2 ? { status: 503 } : undefined
    const page = await (await newPerson()).newPage()
    await watchPlayhead(page)
    await page.goto(`${delivery.origin}${file}?t=20`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expectAt(page, 21)
    expect(delivery.met).toBe(2)
    expect((await courseOf(page)).from).toBeGreaterThan(19)
  })

  test('changes to the lower quality at the same second where a file cannot be decoded', async ({
    newPerson,
    delivery,
    both,
  }) => {
    delivery.faults = spoilSixth
    const page = await watching(await newPerson(), delivery.origin + both)
    await expectAt(page, 12)
    expect(await pictureHeight(page)).toBe(180)
    expect((await courseOf(page)).errors).toContain(decodeError)
    await expectUndisturbed(page)
  })

  test('skips ten seconds of a file that cannot be decoded and has no other quality', async ({
    newPerson,
    delivery,
    file,
  }) => {
    delivery.faults = spoilSixth
    const page = await watching(await newPerson(), delivery.origin + file)
    await expectAt(page, 18)
    const { errors, back, skipped } = await courseOf(page)
    expect(errors).toContain(decodeError)
    expect(back).toBeLessThan(1)
    expect(skipped).toBeGreaterThan(5)
    expect(skipped).toBeLessThan(11)
  })

  test('steps over a gap in the timeline', async ({ newPerson, delivery, gap }) => {
    const context = await newPerson()
    // hls.js plays a picked quality. The browser's own HLS would close the gaps.
    await choose(context, { quality: 360 })
    const page = await watching(context, `${delivery.origin}${gap}?t=8`)
    await expectAt(page, 8)
    await resetCourse(page)
    await expectAt(page, 16)
    const { holes, back, skipped } = await courseOf(page)
    // Pictures are coded out of order, so slightly more than the gap is missing.
    expect(Math.max(...holes)).toBeGreaterThanOrEqual(gapSeconds)
    expect(Math.max(...holes)).toBeLessThan(gapSeconds + 0.1)
    expect(back).toBeLessThan(1)
    expect(skipped).toBeGreaterThan(0.3)
    expect(skipped).toBeLessThan(2)
  })

  test('gets what is loaded later in the end, without an error on the page', async ({
    newPerson,
    delivery,
    file,
  }) => {
    const refused = new Map<string, number>()
    const later = await builtFiles(laterParts)
    delivery.faults = (path) => {
      const part = later.get(path)
      if (!part) return undefined
      refused.set(part, (refused.get(part) ?? 0) + 1)
      return (refused.get(part) ?? 0) <= 2 ? { status: 503 } : undefined
    }
    const page = await watching(await newPerson(), delivery.origin + file)
    await page.getByRole('button', { name: 'Settings' }).click()
    // The control is loaded with the page's part of the player.
    await expect(page.getByRole('menuitem', { name: 'Crop Video' })).toBeVisible({ timeout: 20_000 })
    await expect.poll(() => [...refused.values()]).toEqual([...later].map(() => 3))
  })

  async function watching(context: BrowserContext, url: string): Promise<Page> {
    const page = await context.newPage()
    await watchPlayhead(page)
    await page.goto(url)
    await expect.poll(() => pictureHeight(page)).toBeGreaterThan(0)
    await play(page)
    return page
  }
})

/** The modules that the page loads automatically after it appears. */
const laterParts = /\/(player-extras|watch-extras|settings-menu|watchdog)\.tsx?$/

/** `MediaError.MEDIA_ERR_DECODE` */
const decodeError = 3

/** Expects that nothing was shown twice or left out, except for the moment of a change of source. */
async function expectUndisturbed(page: Page): Promise<void> {
  const { back, skipped } = await courseOf(page)
  expect(back).toBeLessThan(1)
  expect(skipped).toBeLessThan(1)
}

/** Damages a stretch of the file around its sixth second, wherever a response begins. */
function spoilSixth(path: string, start: number) {
  if (!path.endsWith('/source.mp4')) return undefined
  return { spoil: { from: 400_000 - start, to: 500_000 - start } }
}

async function expectAt(page: Page, second: number): Promise<void> {
  await expect.poll(() => secondOf(page), { timeout: 60_000 }).toBeGreaterThan(second)
}

async function expectEnd(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended), { timeout: 90_000 })
    .toBe(true)
}

const gapSeconds = 0.36
/** Rates of a clip's tracks: pictures a second, and frames of 1,024 at 48,000 sound samples a second. */
const samplesPerSecond = [25, 48_000 / 1024]

/** Cuts off the end of the segment that ends at 12 s, as an encoder that was held up would. */
async function withGap({ high }: Clip): Promise<string> {
  const bytes = await readFile(high)
  const timescales = places(bytes, 'mdhd').map((place) => bytes.readUInt32BE(place + 16))
  const runs = places(bytes, 'trun')
  for (const [index, place] of places(bytes, 'tfdt').entries()) {
    // ffmpeg writes the picture's fragment, then the sound's, each with one run and 64-bit times.
    const track = index % 2
    const begins = Number(bytes.readBigUInt64BE(place + 8)) / (timescales[track] ?? Number.NaN)
    const count = (runs[index] ?? 0) + 8
    if (Math.abs(begins - 10) > 0.1) continue
    const missing = Math.round(gapSeconds * (samplesPerSecond[track] ?? Number.NaN))
    bytes.writeUInt32BE(bytes.readUInt32BE(count) - missing, count)
  }
  const holed = high.replace('high', 'gap')
  await writeFile(holed, bytes)
  return holed
}

/** Finds the offsets of boxes with this name by searching, since they are nested. */
function places(bytes: Buffer, name: string): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 4)) found.push(at)
  return found
}
