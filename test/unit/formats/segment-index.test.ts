import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { renditionTolerance } from '#contract/values/videos/ladder'
import { longestSegment } from '#contract/values/videos/media'
import { bytesOf, viewOf } from '#worker/formats/bytes'
import { bandwidthOf, type Segment } from '#worker/formats/hls/bandwidth'
import { BoxError } from '#worker/formats/mp4/boxes'
import { readSegments } from '#worker/formats/mp4/cmaf-segments'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'
import { probeInit } from '#worker/formats/probe/probe'
import { type ReadAt, readerOf } from '#worker/formats/read-at'

// Some runs of ffmpeg, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'segments-'))
afterAll(() => rmSync(folder, { recursive: true }))
const load = (name: string) => new Uint8Array(readFileSync(join(folder, name)))

const sources = {
  picture: ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=9:r=10'],
  both: ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=9:r=10', '-f', 'lavfi', '-i', 'sine=d=9:r=48000'],
}
const indexed = '+dash+global_sidx+frag_keyframe'
const recipes: Record<string, [source: keyof typeof sources, options: string[]]> = {
  'silent.mp4': ['picture', ['-movflags', `${indexed}+skip_trailer`]],
  'sound.mp4': ['both', ['-movflags', `${indexed}+skip_trailer`]],
  'sound-first.mp4': ['both', ['-map', '1', '-map', '0', '-movflags', `${indexed}+skip_trailer`]],
  'shifted.mp4': ['both', ['-bf', '0', '-movflags', `${indexed}+negative_cts_offsets+skip_trailer`]],
  'trailer.mp4': ['both', ['-movflags', indexed]],
  'unindexed.mp4': ['both', ['-movflags', '+frag_keyframe+empty_moov']],
  'each.mp4': ['both', ['-movflags', '+dash+frag_keyframe+empty_moov+skip_trailer']],
  'progressive.mp4': ['both', ['-movflags', '+faststart']],
}

beforeAll(() => {
  for (const [name, [source, options]] of Object.entries(recipes)) {
    const h264 = ['-c:v', 'libx264', '-g', '20', '-sc_threshold', '0', '-c:a', 'aac', '-b:a', '16k']
    const args = ['-v', 'error', ...sources[source], ...h264, '-bitexact', ...options, join(folder, name)]
    execFileSync('ffmpeg', args)
  }
})

const indexOf = (bytes: Uint8Array) => readSegmentIndex(readerOf(bytes), bytes.length)

/** Runs both checks of a file, as an upload does. */
async function accept(bytes: Uint8Array) {
  const index = await indexOf(bytes)
  if (!index) throw new Error('No index')
  const { timescales } = await probeInit(index.init)
  const { firstTime } = await readSegments(readerOf(bytes), index, timescales.get(index.trackId) ?? 0)
  return { ...index, firstTime }
}

function onlyBoxError(error: unknown): null {
  expect(error).toBeInstanceOf(BoxError)
  return null
}

describe("ffmpeg's files", () => {
  it.each(['silent.mp4', 'sound.mp4', 'sound-first.mp4', 'shifted.mp4'])('%s is understood', async (name) => {
    const bytes = load(name)
    const index = await accept(bytes)
    expect(index.segments).toHaveLength(5)
    // Sound ends with its own frame, at most 0.25 s later.
    expect(Math.abs(index.duration - 9)).toBeLessThan(name === 'sound-first.mp4' ? 0.25 : 0.001)
    expect(index.segments.reduce((sum, [size]) => sum + size, index.firstOffset)).toBe(bytes.length)
    expect(index.averageBandwidth).toBeLessThanOrEqual(index.peakBandwidth)
    // The edit list may shift the display by any time.
    expect(Math.abs(index.firstTime)).toBeLessThan(renditionTolerance.seconds)
  })

  it.each(['unindexed.mp4', 'progressive.mp4'])('%s has no index', async (name) => {
    expect(await indexOf(load(name))).toBeNull()
  })

  it.each(['trailer.mp4', 'each.mp4'])('%s has one that ends before the file', async (name) => {
    await expect(indexOf(load(name))).rejects.toThrow(BoxError)
  })
})

function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const body = concat(content)
  const bytes = concat([new Uint8Array(4), bytesOf(type), body])
  viewOf(bytes).setUint32(0, bytes.length)
  return bytes
}

interface Made {
  timescale: number
  references: [bytes: number, duration: number][]
  version: 0 | 1
  /** Bytes of free space between the index and the first segment. */
  gap: number
  /** Number of further indexes: ffmpeg writes one for each track. */
  more: number
}

function sidx({ timescale, references, version }: Made, gap: number, trackId = 1): Uint8Array {
  const bytes = new Uint8Array((version === 0 ? 24 : 32) + references.length * 12)
  const view = viewOf(bytes)
  view.setUint8(0, version)
  view.setUint32(4, trackId)
  view.setUint32(8, timescale)
  if (version === 0) view.setUint32(16, gap)
  else view.setBigUint64(20, BigInt(gap))
  const list = version === 0 ? 24 : 32
  view.setUint16(list - 2, references.length)
  references.forEach(([size, duration], number) => {
    view.setUint32(list + number * 12, size)
    view.setUint32(list + number * 12 + 4, duration)
    view.setUint32(list + number * 12 + 8, 0x90000000)
  })
  return box('sidx', bytes)
}

/**
 * Builds the start of a file, and a reader that returns zeros for its media, so that no test needs gigabytes.
 */
function make(made: Made) {
  const free = made.gap === 0 ? [] : [box('free', new Uint8Array(made.gap - 8))]
  const further = Array.from({ length: made.more }, () => sidx(made, 0, 2))
  const rest = concat([...further, ...free])
  const tracks = [box('ftyp', bytesOf('isom\0\0\0\0')), box('moov', new Uint8Array(40))]
  const head = concat([...tracks, sidx(made, rest.length), rest])
  const size = head.length + made.references.reduce((sum, [bytes]) => sum + bytes, 0)
  let reads = 0
  const read: ReadAt = async (offset, length) => {
    reads += 1
    const answer = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
    answer.set(head.subarray(offset, offset + answer.length))
    return answer
  }
  return { head, size, read, reads: () => reads }
}

const made: fc.Arbitrary<Made> = fc
  .record({
    timescale: fc.integer({ min: 1000, max: 200_000 }),
    references: fc.array(
      fc.tuple(fc.integer({ min: 16, max: 2 ** 31 - 1 }), fc.double({ min: 0.01, max: 1, noNaN: true })),
      { minLength: 1, maxLength: 300 },
    ),
    version: fc.constantFrom(0 as const, 1 as const),
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 8, max: 5000 })),
    more: fc.nat(2),
  })
  .map(({ references, timescale, ...rest }) => ({
    ...rest,
    timescale,
    references: references.map(([bytes, share]): [number, number] => [
      bytes,
      Math.ceil(share * longestSegment * timescale),
    ]),
  }))

describe('an index that was printed', () => {
  it('is read back, in two reads at most', async () => {
    await fc.assert(
      fc.asyncProperty(made, async (given) => {
        const file = make(given)
        const index = await readSegmentIndex(file.read, file.size)
        const ticks = given.references.reduce((sum, [, duration]) => sum + duration, 0)
        expect(index?.duration).toBe(ticks / given.timescale)
        expect(index?.segments.map(([bytes]) => bytes)).toEqual(given.references.map(([bytes]) => bytes))
        // The sum is exact in milliseconds: the ends of segments are rounded, not their lengths.
        const ms = index?.segments.reduce((sum, [, each]) => sum + each, 0)
        expect(ms).toBe(Math.round((ticks * 1000) / given.timescale))
        expect(index?.firstOffset).toBe(file.head.length)
        expect(index?.init).toEqual(file.head.subarray(0, 64))
        expect(file.reads()).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('of four hours is read in as few reads', async () => {
    const references = Array.from({ length: 3600 }, (): [number, number] => [1_250_000, 4000])
    const file = make({ timescale: 1000, references, version: 0, gap: 0, more: 0 })
    expect(await readSegmentIndex(file.read, file.size)).toMatchObject({
      duration: 14_400,
      peakBandwidth: 2_500_000,
      averageBandwidth: 2_500_000,
    })
    expect(file.reads()).toBeLessThanOrEqual(2)
  })

  const plain: Made = {
    timescale: 1000,
    version: 0,
    gap: 0,
    more: 0,
    references: [
      [1000, 4000],
      [2000, 4000],
    ],
  }
  it.each<[string, Partial<Made>]>([
    ['no segment', { references: [] }],
    ['a timescale of zero', { timescale: 0 }],
    ['an empty segment', { references: [[0, 4000]] }],
    ['a segment without length in time', { references: [[1000, 0]] }],
    ['a segment shorter than a millisecond', { timescale: 100_000, references: [[1000, 10]] }],
    ['a segment that is too long', { references: [[1000, (longestSegment + 1) * 1000]] }],
    ['another index in place of a segment', { references: [[2 ** 31 + 1000, 4000]] }],
    ['more segments than four hours have', { references: Array(4097).fill([1000, 4000]) }],
  ])('with %s is refused', async (_, change) => {
    const file = make({ ...plain, ...change })
    await expect(readSegmentIndex(file.read, file.size)).rejects.toThrow(BoxError)
  })

  it('with any other size, count or place is refused', async () => {
    const file = make(plain)
    const list = 64 + 8
    // Reference count, first offset and the two sizes.
    const fields = [
      list + 22,
      list + 23,
      ...[16, 24, 36].flatMap((at) => [0, 1, 2, 3].map((byte) => list + at + byte)),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered: ReadAt = async (offset, length) => {
          const bytes = await file.read(offset, length)
          if (at >= offset && at < offset + bytes.length)
            bytes[at - offset] = (bytes[at - offset] ?? 0) ^ change
          return bytes
        }
        await expect(readSegmentIndex(altered, file.size)).rejects.toThrow(BoxError)
      }),
    )
  })

  it('of a file that is longer or shorter than it says is refused', async () => {
    const { read, size } = make(plain)
    await expect(readSegmentIndex(read, size + 1)).rejects.toThrow(BoxError)
    await expect(readSegmentIndex(read, size - 1)).rejects.toThrow(BoxError)
  })

  it('is read no further than an index can be long', async () => {
    const index = box('sidx', new Uint8Array(32))
    viewOf(index).setUint32(0, 2 ** 31)
    const head = concat([box('ftyp', bytesOf('isom\0\0\0\0')), box('moov', new Uint8Array(40)), index])
    let longest = 0
    const read: ReadAt = async (offset, length) => {
      longest = Math.max(longest, length)
      const answer = new Uint8Array(Math.min(length, 100_000))
      answer.set(head.subarray(offset, offset + answer.length))
      return answer
    }
    await expect(readSegmentIndex(read, 2 ** 32)).rejects.toThrow(BoxError)
    expect(longest).toBeLessThanOrEqual(64 * 1024)
  })

  it('is not looked for behind box after box', async () => {
    const length = 100_000
    const head = box('free', new Uint8Array(length - 8)).subarray(0, 8)
    let reads = 0
    const read: ReadAt = async (offset, wanted) => {
      reads += 1
      const answer = new Uint8Array(wanted)
      for (let at = -(offset % length); at < wanted; at += length) if (at >= 0) answer.set(head, at)
      return answer
    }
    await expect(readSegmentIndex(read, 1000 * length)).rejects.toThrow(BoxError)
    expect(reads).toBeLessThan(50)
  })

  it('of segments inside of another box is refused', async () => {
    const [ftyp, moov] = [box('ftyp', bytesOf('isom\0\0\0\0')), box('moov', new Uint8Array(40))]
    const hidden = box('free', box('moof', new Uint8Array(992)))
    const index = (gap: number) => sidx({ ...plain, references: [[1000, 4000]] }, gap)
    await expect(indexOf(concat([ftyp, moov, index(8), hidden]))).rejects.toThrow(BoxError)
  })

  it('in front of the tracks, or with two of them, is refused', async () => {
    const [ftyp, moov] = [box('ftyp', bytesOf('isom\0\0\0\0')), box('moov', new Uint8Array(40))]
    const media = box('moof', new Uint8Array(992))
    const index = (gap: number) => sidx({ ...plain, references: [[1000, 4000]] }, gap)
    await expect(indexOf(concat([ftyp, moov, index(0), media]))).resolves.toMatchObject({ duration: 4 })
    await expect(indexOf(concat([ftyp, index(moov.length), moov, media]))).rejects.toThrow(BoxError)
    await expect(indexOf(concat([ftyp, moov, index(moov.length), moov, media]))).rejects.toThrow(BoxError)
    await expect(indexOf(concat([ftyp, index(0), media]))).rejects.toThrow(BoxError)
    await expect(indexOf(concat([ftyp, moov, index(1000), media]))).rejects.toThrow(BoxError)
  })
})

describe('whatever is changed in a file', () => {
  it('ends with an index that fits the file, or with a BoxError', async () => {
    const film = load('sound.mp4')
    const change = fc.tuple(fc.nat(2000), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(), async (edits, cut) => {
        const bytes = film.slice(0, cut % 3 === 0 ? cut % film.length : film.length)
        for (const [at, byte] of edits) if (at < bytes.length) bytes[at] = byte
        const index = await indexOf(bytes).catch(onlyBoxError)
        if (!index) return
        expect(index.segments.reduce((sum, [size]) => sum + size, index.firstOffset)).toBe(bytes.length)
        await readSegments(readerOf(bytes), index, 10_240).catch(onlyBoxError)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['first', 0],
    ['middle', 2],
    ['last', 4],
  ])('a %s segment that is none is found', async (_, number) => {
    const bytes = load('sound.mp4')
    const { segments, firstOffset } = await accept(bytes)
    const at = segments.slice(0, number).reduce((sum, [size]) => sum + size, firstOffset)
    bytes.set(bytesOf('free'), at + 4)
    await expect(accept(bytes)).rejects.toThrow(BoxError)
  })

  it('an index that makes the film shorter than it is is found', async () => {
    const bytes = load('sound.mp4')
    const { init } = await accept(bytes)
    // For each of the five references of a version 1 index, the duration in units of 1/10240 s: halves it.
    for (let number = 0; number < 5; number += 1) {
      viewOf(bytes).setUint32(init.length + 8 + 32 + number * 12 + 4, 10_240)
    }
    expect((await indexOf(bytes))?.duration).toBe(5)
    await expect(accept(bytes)).rejects.toThrow(/another time/)
  })
})

describe('bandwidthOf', () => {
  it('lets no short last segment make a peak', () => {
    const segments: Segment[] = [
      [500_000, 4000],
      [600_000, 4000],
      [50_000, 40],
    ]
    // The second and the last together: 650 kB in 4.04 s.
    expect(bandwidthOf(segments).peak).toBe(Math.ceil((650_000 * 8000) / 4040))
    expect(bandwidthOf(segments).average).toBe(Math.ceil((1_150_000 * 8000) / 8040))
  })

  it('is never below the average, nor above the densest segment', () => {
    const segment = fc.tuple(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 12_000 }))
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 50 }), (segments) => {
        const { peak, average } = bandwidthOf(segments)
        const densest = Math.max(...segments.map(([bytes, ms]) => Math.ceil((bytes * 8000) / ms)))
        expect(peak).toBeGreaterThanOrEqual(average)
        expect(peak).toBeLessThanOrEqual(densest)
      }),
    )
  })
})
