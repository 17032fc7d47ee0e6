import { readFileSync } from 'node:fs'
import { clip } from '../bench/clips'
import {
  boxesOf,
  choose,
  clipOf,
  expect,
  type Frame,
  likeness,
  median,
  probe,
  frameRate as rate,
  saveMade,
  test,
} from './trim-support'

const cut = { start: 2.5, end: 57.5 }

test(
  'a trim holds the cut to the frame and nothing else',
  { tag: ['@M7', '@M10'] },
  async ({ studio, row }, info) => {
    const { file: source } = clip(1)
    await choose(studio, source)
    const runs = []
    for (let round = 0; round < 3; round += 1) {
      runs.push(await studio.evaluate((cut) => window.trimHarness.make({ cut }), cut))
    }
    for (const { facts } of runs) expect(facts).toMatchObject({ width: 1280, height: 720, storedName: /./ })
    const made = await saveMade(studio, info.outputPath('trimmed.mp4'))

    const seconds = cut.end - cut.start
    expect(Math.abs((runs[2]?.facts?.duration ?? 0) - seconds)).toBeLessThanOrEqual(1 / rate)
    const pictures = picturesOf(made)
    expect(pictures).toHaveLength(seconds * rate)
    expect(Math.min(...pictures)).toBe(0)
    const sounds = probe(made, '-select_streams', 'a', '-show_entries', 'packet=pts_time').map(parseFloat)
    expect(Math.min(...sounds)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...sounds)).toBeLessThan(seconds)

    const first = cut.start * rate
    const last = cut.end * rate - 1
    expectFrame({ file: made, frame: 0 }, { file: source, frame: first })
    expectFrame({ file: made, frame: pictures.length - 1 }, { file: source, frame: last })
    const played = await studio.evaluate(() => window.trimHarness.play(50))
    expect(Math.abs(played.ended - seconds)).toBeLessThanOrEqual(1 / rate)

    const ms = median(runs.map((run) => run.ms))
    row({ id: 'M7', what: 'trim to 2.5-57.5 s, checked', value: ms / 1000, limit: 25, unit: 's' })
    const gap = median(runs.map((run) => run.gap))
    row({ id: 'M10', what: 'longest gap of the main thread during M7', value: gap, limit: 250, unit: 'ms' })
  },
)

/** Expects this frame of the source, and not one of its neighbours. */
function expectFrame(made: Frame, { file, frame }: Frame): void {
  const [before = 0, same = 0, after = 0] = [-1, 0, 1].map((step) => {
    return likeness(made, { file, frame: frame + step })
  })
  expect(same).toBeGreaterThan(before + 3)
  expect(same).toBeGreaterThan(after + 3)
}

test('a trim that begins between two frames shows the one that was showing', async ({ studio }, info) => {
  const { file: source } = clip(1)
  await choose(studio, source)
  await studio.evaluate(() => window.trimHarness.make({ cut: { start: 6.37, end: 13.5 } }))
  const made = await saveMade(studio, info.outputPath('trimmed.mp4'))
  expectFrame({ file: made, frame: 0 }, { file: source, frame: 191 })
  expectFrame({ file: made, frame: 404 - 191 }, { file: source, frame: 404 })
})

test('a part longer than a progressive file may be is cut as well', async ({ studio }, info) => {
  const { file: source } = clip(5)
  const part = { start: 10, end: 270 }
  await choose(studio, source)
  const { facts } = await studio.evaluate((cut) => window.trimHarness.make({ cut }), part)
  expect(Math.abs((facts?.duration ?? 0) - (part.end - part.start))).toBeLessThanOrEqual(1 / rate)
  const made = await saveMade(studio, info.outputPath('long.mp4'))
  expect(boxesOf(made).slice(0, 3)).toEqual(['ftyp', 'moov', 'sidx'])
  const shown = picturesOf(source).filter((second) => second > part.start - 0.9 / rate && second < part.end)
  expect(picturesOf(made)).toHaveLength(shown.length)
})

function picturesOf(file: string): number[] {
  return probe(file, '-select_streams', 'v', '-show_entries', 'packet=pts_time').map(parseFloat)
}

test(
  'what a file says about its maker is in no file that is made of it',
  { tag: '@M22' },
  async ({ studio, row }, info) => {
    const told = ['Telltale', 'A secret', '+48.8577', 'com.apple.quicktime.make']
    const tags = '-metadata title=Telltale -metadata location=+48.8577+002.2950/ -metadata make=Telltale'
    const source = clipOf(
      'tagged.mov',
      `-i minute -t 8 -c copy -metadata:s:v rotate=90 ${tags} -movflags use_metadata_tags`,
    )
    expect(told.filter((text) => readFileSync(source, 'latin1').includes(text))).not.toEqual([])
    await choose(studio, source)
    let found = 0
    for (const each of [null, { start: 1, end: 7 }]) {
      const { facts } = await studio.evaluate((cut) => window.trimHarness.make({ cut }), each)
      expect(facts).toMatchObject({ width: 720, height: 1280 })
      const made = await saveMade(studio, info.outputPath('bare.mp4'))
      const bytes = readFileSync(made, 'latin1')
      found += told.filter((text) => bytes.includes(text)).length
      expect(boxesOf(made)).toEqual(['ftyp', 'moov', 'mdat'])
    }
    row({
      id: 'M22',
      what: 'traces of place, title and maker in what is made',
      value: found,
      limit: 0,
      unit: '',
    })
  },
)

test('a cancelled trim ends at once and leaves no file', { tag: '@M24' }, async ({ studio, row }) => {
  await choose(studio, clip(1).file)
  const { ms, left } = await studio.evaluate((cut) => window.trimHarness.cancel(cut, 0.2), cut)
  expect(left).toEqual([])
  row({
    id: 'M24',
    what: 'cancel during a trim: encoder and files gone',
    value: ms / 1000,
    limit: 2,
    unit: 's',
  })
})
