import type { Page } from '@playwright/test'
import { clip } from '../bench/clips'
import type { LadderRequest } from './studio-harness'
import { boxesOf, choose, clipOf, expect, median, probe, test as trim } from './trim-support'

/** The page of studio-harness.html: the studio as the app has it, workers and all. */
const test = trim.extend<{ ladderPage: Page }>({
  ladderPage: async ({ page, harness }, use) => {
    await page.goto(harness.replace('trim-harness', 'studio-harness'))
    await page.waitForFunction(() => 'studioHarness' in window)
    await use(page)
  },
})

let keys = 0

/**
 * Runs the ladder on a file, with a key of its own unless one is given. Leaves out anything that can't leave
 * the page.
 */
async function make(page: Page, file: string, request: Partial<LadderRequest>) {
  await choose(page, file)
  return page.evaluate(
    async (request) => {
      const { files, ...rest } = await window.studioHarness.ladder(request)
      return { ...rest, files: files.map(({ kind, quality, file }) => ({ kind, quality, bytes: file.size })) }
    },
    { key: `bench-${++keys}`, copy: false, ...request },
  )
}

async function saveRendition(page: Page, quality: number, path: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.evaluate((quality) => window.studioHarness.saveLast(quality), quality)
  await (await download).saveAs(path)
  return path
}

test('a minute of 720p becomes a ladder', async ({ ladderPage, row }, testInfo) => {
  const runs: Awaited<ReturnType<typeof make>>[] = []
  for (let run = 0; run < 3; run++) runs.push(await make(ladderPage, clip(1).file, { copy: true }))
  for (const { outcome, files } of runs) {
    expect(outcome).toEqual({ kind: 'made' })
    expect(files.map(({ kind, quality }) => `${kind} ${quality}`)).toEqual([
      'rendition 360',
      'rendition 480',
      'storyboard null',
      'preview null',
    ])
  }
  const rendition = await saveRendition(ladderPage, 360, testInfo.outputPath('360p.mp4'))
  expect(boxesOf(rendition).slice(0, 5)).toEqual(['ftyp', 'moov', 'sidx', 'free', 'moof'])
  const streams = probe(rendition, '-show_entries', 'stream=codec_name,width,height')
  expect(streams).toEqual(['h264,640,360', 'aac'])

  row({
    id: 'M9',
    what: 'source copied, 480p, 360p, storyboard and preview',
    value: median(runs.map(({ ms }) => ms)) / 1000,
    limit: 40,
    unit: 's',
  })
  const gap = median(runs.map(({ longestGap }) => longestGap))
  row({ id: 'M10', what: 'longest gap of the page meanwhile', value: gap, limit: 250, unit: 'ms' })
})

test('a minute of 700p becomes one rendition', async ({ ladderPage, row }) => {
  const args =
    '-i minute -vf scale=1244:700 -preset fast -g 150 -bf 2 -b:v 3040k -c:a copy -movflags +faststart'
  const file = clipOf('minute-700p.mp4', args)
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const { ms, files } = await make(ladderPage, file, { copy: true })
    expect(files.map(({ quality }) => quality)).toEqual([360, null, null])
    times.push(ms / 1000)
  }
  const note = 'of 700p: from 720p on there is a 480p as well'
  row({ id: 'M8', what: 'source copied and 360p made', value: median(times), limit: 15, unit: 's', note })
})

test('a storyboard of ten minutes', async ({ ladderPage, row }) => {
  // At 360p, which gets no renditions: nothing else is decoded.
  const minute = clipOf('minute-360p.mp4', '-i minute -vf scale=640:360 -preset fast -g 150 -bf 2 -c:a copy')
  const file = clipOf('ten-minutes-360p.mp4', `-stream_loop 9 -i ${minute} -c copy -movflags +faststart`)
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const { at } = await make(ladderPage, file, {})
    times.push((at.storyboard ?? Number.POSITIVE_INFINITY) / 1000)
  }
  row({
    id: 'M12',
    what: 'storyboard of 60 tiles of ten minutes',
    value: median(times),
    limit: 10,
    unit: 's',
  })
})

test('a cancelled ladder leaves nothing behind', async ({ ladderPage, row }) => {
  const times: number[] = []
  for (const cancelAt of [0, 0.2, 0.6]) {
    const { outcome, cancelledIn } = await make(ladderPage, clip(1).file, { cancelAt })
    expect(outcome).toBe('cancelled')
    const left = await ladderPage.evaluate(() => window.studioHarness.storedNames())
    expect(left.filter((name) => name.startsWith(`ladder-bench-${keys}`))).toEqual([])
    times.push((cancelledIn ?? Number.POSITIVE_INFINITY) / 1000)
  }
  row({
    id: 'M24',
    what: 'a cancelled encode has ended, its files gone',
    value: Math.max(...times),
    limit: 2,
    unit: 's',
  })
})

test('a ladder goes on after a reload, behind what was kept', async ({ ladderPage }, testInfo) => {
  await choose(ladderPage, clip(1).file)
  await ladderPage.evaluate(() => void window.studioHarness.ladder({ key: 'again', copy: false }))
  // The first line is the log's head, the second says that half a minute is saved.
  const kept = () => ladderPage.evaluate(() => window.studioHarness.storedLines('ladder-again.log'))
  await expect.poll(kept, { timeout: 60_000 }).toBe(2)
  await ladderPage.reload()
  await ladderPage.waitForFunction(() => 'studioHarness' in window)

  const { outcome, began } = await make(ladderPage, clip(1).file, { key: 'again' })
  expect(outcome).toEqual({ kind: 'made' })
  expect(began).toBe(30)
  const rendition = await saveRendition(ladderPage, 480, testInfo.outputPath('480p.mp4'))
  const frames = probe(
    rendition,
    '-count_frames',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=nb_read_frames',
  )
  expect(frames).toEqual(['1800'])
})
