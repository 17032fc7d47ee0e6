import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { clip } from '../bench/clips'
import {
  boxesOf,
  choose,
  clipOf,
  expect,
  frameRate,
  likeness,
  median,
  probe,
  saveMade,
  test,
} from './trim-support'

const picture = '-f lavfi -i testsrc2=size=640x360:rate=25:duration=6'
const sound = '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=6'
const h264 = '-c:v libx264 -pix_fmt yuv420p'

test('what a file is, is known at once', { tag: '@M1' }, async ({ studio, row }) => {
  const upright = clipOf('upright.mp4', '-i minute -t 8 -c copy -metadata:s:v rotate=90')
  const files = [
    { file: clip(1).file, facts: { width: 1280, height: 720, frameRate, videoCodec: 'H.264' }, duration: 60 },
    { file: upright, facts: { width: 720, height: 1280, audioCodec: 'AAC' } },
    { file: clipOf('copy.mov', '-i minute -t 20 -c copy'), facts: { work: 'copy', cannotTrim: null } },
    {
      file: clipOf('vp9.webm', `${picture} ${sound} -c:v libvpx-vp9 -b:v 800k -c:a libopus`),
      facts: { videoCodec: 'VP9' },
    },
  ]
  const times: number[] = []
  for (const { file, facts: expected } of files) {
    await choose(studio, file)
    const { facts, ms } = await studio.evaluate(() => window.trimHarness.inspect())
    expect(facts).toMatchObject(expected)
    const [seconds] = probe(file, '-show_entries', 'format=duration').map(Number)
    expect(Math.abs(facts.duration - (seconds ?? 0))).toBeLessThanOrEqual(0.05)
    times.push(ms)
  }
  row({
    id: 'M1',
    what: 'MP4, upright MP4, MOV, WebM read, slowest',
    value: Math.max(...times) / 1000,
    limit: 1,
    unit: 's',
  })
})

test('a poster is the frame of its second', { tag: '@M11' }, async ({ studio, row }, info) => {
  const { file: source } = clip(1)
  await choose(studio, source)
  const times: number[] = []
  for (const second of [3.7, 14.98, 41.234]) {
    times.push(await studio.evaluate((second) => window.trimHarness.frame(second, false), second))
    const poster = await saveMade(studio, info.outputPath('poster.webp'))
    const frame = Math.floor(second * frameRate + 1e-6)
    const [before = 0, same = 0, after = 0] = [-1, 0, 1].map((step) =>
      likeness({ file: poster, frame: 0 }, { file: source, frame: frame + step }, 320),
    )
    expect(same).toBeGreaterThan(30)
    expect(same).toBeGreaterThan(Math.max(before, after) + 3)
    expect(probe(poster, '-show_entries', 'stream=codec_name,width,height')).toEqual(['webp,1280,720'])
  }
  row({ id: 'M11', what: 'poster at a second', value: median(times) / 1000, limit: 2, unit: 's' })
})

test('a poster of an upright video is cropped to 16:9 where asked', async ({ studio }, info) => {
  await choose(studio, clipOf('upright.mp4', '-i minute -t 8 -c copy -metadata:s:v rotate=90'))
  await studio.evaluate(() => window.trimHarness.frame(1, true))
  const poster = await saveMade(studio, info.outputPath('poster.webp'))
  expect(probe(poster, '-show_entries', 'stream=width,height')).toEqual(['720,405'])
})

test('a filmstrip fills quickly, and is drawn again where key frames are far apart', async ({ studio }) => {
  await choose(studio, clip(5).file)
  const long = await studio.evaluate(() => window.trimHarness.strip(12))
  expect(long.drawn).toEqual(new Array(12).fill(1))
  await choose(studio, clipOf('eight.mp4', '-i minute -t 8 -c copy'))
  const short = await studio.evaluate(() => window.trimHarness.strip(12))
  expect(Math.min(...short.drawn)).toBe(1)
  expect(Math.max(...short.drawn)).toBe(2)
})

test('a recording becomes a seekable MP4, cut off or not', { tag: '@M13' }, async ({ studio, row }, info) => {
  const times: number[] = []
  for (const wanted of [
    'video/webm;codecs=vp9,opus',
    'video/webm;codecs=vp8,opus',
    'video/webm;codecs=h264,opus',
  ]) {
    const { bytes: whole, seconds } = await studio.evaluate(
      (type) => window.trimHarness.record(type, 6),
      wanted,
    )
    const { facts, ms } = await studio.evaluate((recorded) => window.trimHarness.make({ recorded }), whole)
    expect(facts?.contentType).toBe('video/mp4')
    expect(Math.abs((facts?.duration ?? 0) - seconds)).toBeLessThanOrEqual(0.2)
    const made = await saveMade(studio, info.outputPath('recording.mp4'))
    expect(probe(made, '-show_entries', 'stream=codec_name')).toEqual(['h264', 'aac'])
    const played = await studio.evaluate(() => window.trimHarness.play(4))
    expect(Math.abs(played.seekable - seconds)).toBeLessThanOrEqual(0.2)
    times.push(ms)

    // The part that was saved before the tab crashed, which ends in the middle of a frame.
    for (const bytes of [0.4, 0.7].map((share) => Math.round(whole * share))) {
      const cutOff = await studio.evaluate((recorded) => window.trimHarness.make({ recorded }), bytes)
      expect(cutOff.facts?.duration).toBeGreaterThan(1)
      const { ended, duration } = await studio.evaluate(() => window.trimHarness.play(0.5))
      expect(Math.abs(ended - duration)).toBeLessThanOrEqual(0.1)
    }
  }
  row({ id: 'M13', what: 'a recording of 6 s repaired', value: median(times) / 1000, limit: 6, unit: 's' })
})

test(
  'a large file is copied with its index in front, and little memory',
  { tag: '@M14' },
  async ({ browser, studio, row }, info) => {
    // A file this short isn't written in segments.
    const bits = '-b:v 9000k -maxrate 9000k -bufsize 9000k'
    const dense = clipOf('dense.mp4', `-i minute ${h264} -preset ultrafast -g 150 ${bits} -c:a copy`)
    const source = clipOf('large.mp4', `-stream_loop 3 -i ${dense} -t 236 -c copy`)
    await choose(studio, source)
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const before = renderers.map((id) => memoryOf(id, 'VmRSS'))
    const { facts, ms } = await studio.evaluate(() => window.trimHarness.make({}))
    const grown = renderers.map((id, index) => memoryOf(id, 'VmHWM') - (before[index] ?? 0))
    expect(facts).toMatchObject({ storedName: /./, contentType: 'video/mp4' })
    const made = await saveMade(studio, info.outputPath('large.mp4'))
    expect(boxesOf(made)).toEqual(['ftyp', 'moov', 'mdat'])
    row({
      id: 'M14',
      what: 'memory that this takes, all told',
      value: Math.max(...grown),
      limit: 300,
      unit: 'MB',
    })
    row({
      id: 'M14',
      what: `${Math.round(statSync(source).size / 1e7)}0 MB copied, index in front`,
      value: ms / 1000,
      limit: 20,
      unit: 's',
    })
  },
)

function written(file: string, text: string): string {
  writeFileSync(file, text)
  return file
}

/** Returns megabytes: `VmRSS` now, `VmHWM` at its peak. */
function memoryOf(process: number, kind: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`${kind}:\\s+(\\d+)`).exec(readFileSync(`/proc/${process}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

test(
  'what viewers could not play is converted, or refused with what to do',
  { tag: '@M23' },
  async ({ studio, row }, info) => {
    const made = (name: string, args: string) => clipOf(name, `${picture} ${args}`)
    const encoded = [
      made('flac.mkv', `${sound} ${h264} -c:a flac`),
      made('pcm.mov', `${sound} ${h264} -c:a pcm_s16le -ac 6`),
      made('vorbis.mkv', `${sound} ${h264} -c:a libvorbis`),
      made('ten-bit.mp4', `${sound} -c:v libx264 -pix_fmt yuv420p10le -c:a aac`),
      made('rare-colours.mp4', `${sound} -c:v libx264 -pix_fmt yuv444p -c:a aac`),
      made('vp9.mp4', `${sound} -c:v libvpx-vp9 -b:v 800k -c:a aac`),
      made('odd.mp4', `${sound} -vf scale=427:241 -c:v libx264 -pix_fmt yuv444p -c:a aac`),
    ]
    let wrong = 0
    for (const file of encoded) {
      await choose(studio, file)
      const { facts, refused } = await studio.evaluate(() => window.trimHarness.make({}))
      expect(refused, file).toBeNull()
      expect(Math.abs((facts?.duration ?? 0) - 6)).toBeLessThan(0.1)
      const out = await saveMade(studio, info.outputPath('made.mp4'))
      const channels = file.endsWith('.mov') ? 2 : 1
      const streams = probe(out, '-show_entries', 'stream=codec_name,pix_fmt,channels').join(' ')
      // Frames from a canvas are marked as using the full range of their eight bits.
      if (streams.replace('yuvj420p', 'yuv420p') !== `h264,yuv420p aac,${channels}`) wrong += 1
      expect(boxesOf(out)).toEqual(['ftyp', 'moov', 'mdat'])
      await studio.evaluate(() => window.trimHarness.play(5))
    }
    const refusals: [file: string, sentence: RegExp][] = [
      [
        made('hevc.mp4', `${sound} -c:v libx265 -x265-params log-level=none -tag:v hvc1 -c:a aac`),
        /HEVC, .* Convert it to H\.264/,
      ],
      [made('mpeg4.avi', '-c:v mpeg4'), /AVI, .* Convert it to MP4/],
      [clipOf('sound.mp4', `${sound} -c:a aac`), /no video in it/],
      [written(info.outputPath('text.mp4'), 'This is text.'), /can't read this file as a video/],
      [written(info.outputPath('nothing.mp4'), ''), /empty/],
    ]
    await choose(studio, made('ac3.mkv', `${sound} ${h264} -c:a ac3`))
    const { facts: silent } = await studio.evaluate(() => window.trimHarness.make({}))
    expect(silent?.sounds).toMatchObject({ found: [{ format: 'AC-3', canRead: false }], taken: null })
    for (const [file, sentence] of refusals) {
      await choose(studio, file)
      const { refused } = await studio.evaluate(() => window.trimHarness.make({}))
      if (!refused || !sentence.test(refused)) wrong += 1
      expect(refused).toMatch(sentence)
    }
    row({
      id: 'M23',
      what: 'odd sources neither converted nor refused in words',
      value: wrong,
      limit: 0,
      unit: '',
    })
  },
)
