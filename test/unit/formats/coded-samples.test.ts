import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, concat } from '../../../worker/formats/bytes'
import { mp4SamplesHash, type SamplesHash, webmSamplesHash } from '../../../worker/formats/coded-samples'

const fixture = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/media', name)))
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function digest(hash: SamplesHash, ...chunks: Uint8Array[]): string {
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

function box(type: string, payload: Uint8Array, size = payload.length + 8): Uint8Array {
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, size)
  head.set(bytesOf(type), 4)
  return concat([head, payload])
}

function longBox(type: string, payload: Uint8Array): Uint8Array {
  const size = new Uint8Array(8)
  new DataView(size.buffer).setBigUint64(0, BigInt(payload.length + 16))
  return box(type, concat([size, payload]), 1)
}

/** Cuts at the given places, empty pieces included. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end))
}

const places = fc.array(fc.nat(), { maxLength: 200 })

describe('mp4SamplesHash', () => {
  const first = bytesOf('first samples')
  const second = bytesOf('second')
  const expected = sha256(concat([first, second]))

  it.each([
    ['two boxes', [box('mdat', first), box('mdat', second)]],
    [
      'others around them',
      [box('moov', second), box('mdat', first), box('free', first), box('mdat', second)],
    ],
    ['a long size', [longBox('free', second), longBox('mdat', concat([first, second]))]],
    ['a box to the end', [box('mdat', first), box('mdat', second, 0)]],
    ['an empty box', [box('mdat', new Uint8Array(0)), box('mdat', concat([first, second]))]],
  ])('is that of the payload of mdat: %s', (_, boxes) => {
    expect(digest(mp4SamplesHash(), concat(boxes))).toBe(expected)
  })

  it('hashes what makes no sense as it stands', () => {
    const nonsense = box('free', first, 3)
    expect(digest(mp4SamplesHash(), nonsense)).toBe(sha256(first))
  })

  it("doesn't depend on where the file is cut", () => {
    const film = fixture('ok.mp4')
    const whole = digest(mp4SamplesHash(), film)
    expect(whole).toBe(digest(mp4SamplesHash(), fixture('moov-last.mp4')))
    fc.assert(
      fc.property(places, (cuts) => {
        expect(digest(mp4SamplesHash(), ...cutAt(film, cuts))).toBe(whole)
      }),
      { numRuns: 50 },
    )
  })

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), places, (bytes, cuts) => {
        expect(digest(mp4SamplesHash(), ...cutAt(bytes, cuts))).toBe(digest(mp4SamplesHash(), bytes))
      }),
    )
  })
})

describe('webmSamplesHash', () => {
  const element = (id: number[], payload: Uint8Array) =>
    concat([Uint8Array.from(id), Uint8Array.of(0x40 | (payload.length >> 8), payload.length & 0xff), payload])
  const unknownSize = (id: number[], payload: Uint8Array) =>
    concat([Uint8Array.from(id), Uint8Array.of(0xff), payload])
  const block = (track: number, time: number, text: string) =>
    concat([Uint8Array.of(0x80 | track, time >> 8, time & 0xff, 0x80), bytesOf(text)])
  const simple = (track: number, time: number, text: string) => element([0xa3], block(track, time, text))
  const grouped = (track: number, time: number, text: string) =>
    element([0xa0], concat([element([0xa1], block(track, time, text)), element([0x9b], Uint8Array.of(20))]))
  const cluster = [0x1f, 0x43, 0xb6, 0x75]
  const segment = [0x18, 0x53, 0x80, 0x67]

  const plain = element(
    segment,
    element(cluster, concat([simple(1, 0, 'picture'), simple(2, 0, 'sound'), simple(1, 40, 'more')])),
  )

  it('is made of each track on its own', () => {
    const tracks = [sha256('picturemore'), sha256('sound')].sort()
    expect(digest(webmSamplesHash(), plain)).toBe(sha256(tracks.join('')))
  })

  it.each([
    [
      'other clusters',
      element(
        segment,
        concat([
          element(cluster, concat([simple(1, 0, 'picture'), simple(2, 0, 'sound')])),
          element(cluster, simple(1, 0, 'more')),
        ]),
      ),
    ],
    [
      'clusters without a size',
      unknownSize(
        segment,
        concat([
          unknownSize(cluster, concat([simple(1, 0, 'picture'), simple(2, 0, 'sound')])),
          unknownSize(cluster, simple(1, 0, 'more')),
        ]),
      ),
    ],
    [
      'another order of tracks, other numbers, block groups',
      element(
        segment,
        element(cluster, concat([simple(3, 9, 'sound'), grouped(1, 9, 'picture'), simple(1, 9, 'more')])),
      ),
    ],
  ])('is the same with %s', (_, file) => {
    expect(digest(webmSamplesHash(), file)).toBe(digest(webmSamplesHash(), plain))
  })

  it("doesn't depend on where the file is cut", () => {
    const film = fixture('ok.webm')
    const whole = digest(webmSamplesHash(), film)
    expect(whole).toBe(digest(webmSamplesHash(), fixture('remuxed.webm')))
    fc.assert(
      fc.property(places, (cuts) => {
        expect(digest(webmSamplesHash(), ...cutAt(film, cuts))).toBe(whole)
      }),
      { numRuns: 50 },
    )
  })

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), places, (bytes, cuts) => {
        expect(digest(webmSamplesHash(), ...cutAt(bytes, cuts))).toBe(digest(webmSamplesHash(), bytes))
      }),
    )
  })
})
