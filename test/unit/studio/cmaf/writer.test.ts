import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CodedSample } from '#web/studio/cmaf/fragment'
import { type CmafInit, makeInit } from '#web/studio/cmaf/init'
import { CmafWriter, type WrittenSegment } from '#web/studio/cmaf/writer'
import { growingFile } from '#web/studio/files/sync-file'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'

/** The configuration of an encoder of 640 x 360, and AAC of 48 kHz in stereo. */
const avc = '0164001effe1000a67640c1eacd940a02ff901000468ebecb2'
const picture: VideoDecoderConfig = {
  codec: 'avc1.640c1e',
  codedWidth: 640,
  codedHeight: 360,
  description: Uint8Array.from(Buffer.from(avc, 'hex')),
}
const sound: AudioDecoderConfig = {
  codec: 'mp4a.40.2',
  numberOfChannels: 2,
  sampleRate: 48_000,
  description: Uint8Array.of(0x11, 0x90),
}

let init: CmafInit
beforeAll(async () => {
  init = await makeInit({ decoderConfig: picture, rotation: 0, flip: false }, sound)
})

interface Segment {
  picture: CodedSample[]
  sound: CodedSample[]
  end: number
}

/** Segments in order; lengths in frames of a 30th of a second, sizes in bytes. */
const segments = fc
  .array(fc.record({ frames: fc.integer({ min: 1, max: 360 }), size: fc.integer({ min: 0, max: 40 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((lengths) => {
    let from = 0
    return lengths.map(({ frames, size }): Segment => {
      const first = from
      from += frames
      const sample = (rate: number, step: number) => (_: unknown, index: number) => ({
        data: new Uint8Array(size + 1).fill(index),
        timestamp: first / 30 + index / rate,
        key: index % step === 0,
      })
      return {
        picture: Array.from({ length: frames }, sample(30, 60)),
        sound: Array.from({ length: Math.ceil(frames / 30) }, sample(1, 1)),
        end: from / 30,
      }
    })
  })

function write(
  file: ReturnType<typeof growingFile>,
  all: readonly Segment[],
  done: readonly WrittenSegment[] = [],
) {
  const writer = new CmafWriter(file, init, all.length, done)
  for (const { picture, sound, end } of all.slice(done.length)) writer.add(picture, sound, end)
  return writer
}

describe('CmafWriter', () => {
  it('writes an index that the server reads back, whatever the segments', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const file = growingFile()
        write(file, all).finish()
        const bytes = file.content()
        const index = await readSegmentIndex(async (at, length) => bytes.slice(at, at + length), bytes.length)
        expect(index?.segments.length).toBe(all.length)
        expect(index?.init).toEqual(init.bytes)
        expect(index?.duration).toBeCloseTo(all.at(-1)?.end ?? 0, 4)
        let at = index?.firstOffset ?? 0
        for (const [place, [size, ms]] of (index?.segments ?? []).entries()) {
          expect(Buffer.from(bytes.subarray(at + 4, at + 8)).toString()).toBe('moof')
          expect(Math.abs(ms / 1000 - lengthOf(all, place))).toBeLessThan(0.002)
          at += size
        }
        expect(at).toBe(bytes.length)
      }),
      { numRuns: 40 },
    )
  })

  it('goes on behind any segment, over what a crash left, and gives the same bytes', () => {
    fc.assert(
      fc.property(segments, fc.nat(12), fc.nat(500), (all, stop, litter) => {
        const whole = growingFile()
        write(whole, all).finish()

        const resumed = growingFile()
        const done = write(resumed, all).segments.slice(0, stop)
        const known = new CmafWriter(growingFile(), init, all.length, done).size
        resumed.truncate(known)
        resumed.write(new Uint8Array(litter).fill(7), { at: known })
        write(resumed, all, done).finish()
        expect(Buffer.compare(resumed.content(), whole.content())).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps a stream of B-frames in the order of decoding, each shown at its time', () => {
    const shown = [0, 3, 1, 2, 6, 4, 5].map((frame) => frame / 30)
    const file = growingFile()
    const writer = new CmafWriter(file, init, 1)
    const frames = shown.map((timestamp, place) => ({ data: new Uint8Array(9), timestamp, key: place === 0 }))
    writer.add(frames, [], 7 / 30)
    const bytes = file.content()
    const trun = Buffer.from(bytes).indexOf('trun') + 4
    const view = new DataView(bytes.buffer, trun)
    const rows = shown.map((_, row) => ({
      duration: view.getUint32(12 + 16 * row),
      offset: view.getInt32(12 + 16 * row + 12),
    }))
    const tick = init.video.timescale / 30
    expect(rows.map(({ duration }) => duration)).toEqual(shown.map(() => tick))
    expect(rows.map(({ offset }, place) => place + offset / tick)).toEqual(
      shown.map((time) => Math.round(time * 30)),
    )
  })

  it('has no room for more segments than it was made for', () => {
    const one: Segment = {
      picture: [{ data: new Uint8Array(1), timestamp: 0, key: true }],
      sound: [],
      end: 1,
    }
    const writer = new CmafWriter(growingFile(), init, 1)
    writer.add(one.picture, one.sound, 1)
    writer.add(one.picture, one.sound, 2)
    expect(() => writer.finish()).toThrow(RangeError)
  })
})

function lengthOf(all: readonly Segment[], place: number): number {
  return (all[place]?.end ?? 0) - (all[place - 1]?.end ?? 0)
}
