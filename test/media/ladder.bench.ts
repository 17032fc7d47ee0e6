import { clip } from '../bench/clips'
import { make, saveRendition, test } from './ladder-support'
import { boxesOf, choose, clipOf, expect, median, probe } from './trim-support'

test('a minute of 720p becomes a ladder', { tag: ['@M9', '@M10'] }, async ({ ladderPage, row }, testInfo) => {
  const runs: Awaited<ReturnType<typeof make>>[] = []
  for (let run = 0; run < 3; run++) runs.push(await make(ladderPage, clip(1).file, { copy: true }))
  for (const { outcome, files } of runs) {
    expect(outcome).toEqual({ kind: 'made' })
    expect(files.map(({ kind, quality }) => `${kind} ${quality}`)).toEqual([
      'storyboard null',
      'preview null',
      'rendition 360',
      'rendition 480',
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

test('a minute of 700p becomes two renditions', { tag: '@M8' }, async ({ ladderPage, row }) => {
  const args =
    '-i minute -vf scale=1244:700 -preset fast -g 150 -bf 2 -b:v 3040k -c:a copy -movflags +faststart'
  const file = clipOf('minute-700p.mp4', args)
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const { ms, files } = await make(ladderPage, file, { copy: true })
    expect(files.map(({ quality }) => quality)).toEqual([null, null, 360, 480])
    times.push(ms / 1000)
  }
  row({
    id: 'M8',
    what: 'source copied, 480p and 360p made of 700p',
    value: median(times),
    limit: 15,
    unit: 's',
  })
})

test('a storyboard of ten minutes', { tag: '@M12' }, async ({ ladderPage, row }) => {
  // Of 360p, which gets no renditions, so nothing else is decoded.
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

test('a cancelled ladder leaves nothing behind', { tag: '@M24' }, async ({ ladderPage, row }) => {
  const times: number[] = []
  for (const cancelAt of [0, 0.2, 0.6]) {
    const { key, outcome, cancelledIn } = await make(ladderPage, clip(1).file, { cancelAt })
    expect(outcome).toBe('cancelled')
    const left = await ladderPage.evaluate(() => window.studioHarness.storedNames())
    expect(left.filter((name) => name.startsWith(`ladder-${key}`))).toEqual([])
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
  // Head, storyboard, preview, plan and pass come first; the next line says that half a minute is saved.
  const kept = () => ladderPage.evaluate(() => window.studioHarness.storedLines('ladder-again.log'))
  await expect.poll(kept, { timeout: 60_000 }).toBe(6)
  await ladderPage.reload()
  await ladderPage.waitForFunction(() => 'studioHarness' in window)

  const { outcome, began } = await make(ladderPage, clip(1).file, { key: 'again' })
  expect(outcome).toEqual({ kind: 'made' })
  expect(began).toBeCloseTo(0.5)
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
