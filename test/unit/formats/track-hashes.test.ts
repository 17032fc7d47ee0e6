import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, concat } from '#worker/formats/bytes'
import { topLevelBoxes } from '#worker/formats/mp4/boxes'
import { stripMp4 } from '#worker/formats/mp4/strip'
import { readerOf } from '#worker/formats/read-at'
import { type Coding, trackHash } from '#worker/formats/tracks/track-hash'
import { type Bytes, containers, hashesOf, mediaFixture, type Remux, remux } from './remuxes'

const film = mediaFixture('ok.mp4')

async function strip(file: Bytes) {
  const read = readerOf(file)
  return stripMp4(read, file.length, await topLevelBoxes(read, file.length))
}

const step: fc.Arbitrary<Remux> = fc.record({
  to: fc.constantFrom(...containers),
  soundFirst: fc.boolean(),
  withoutSound: fc.boolean(),
  /** Seconds of one track before those of the other. */
  run: fc.constantFrom(0.05, 0.3, 2),
})

/** Returns where a box's fields begin. */
function fieldsOf(file: Bytes, type: string): number {
  return Buffer.from(file).indexOf(type, 0, 'latin1') + 4
}

/** Returns the film with changed tables, each change by box and offset of the field. */
function tampered(...changes: [type: string, offset: number, value: number][]): Bytes {
  const file = film.slice()
  const view = new DataView(file.buffer)
  for (const [type, offset, value] of changes) view.setUint32(fieldsOf(file, type) + offset, value)
  return file
}

describe('the hash of the pictures', () => {
  it('survives any sequence of remuxes', async () => {
    const { pictureSha256, soundSha256 } = await hashesOf(film)
    expect(pictureSha256).toMatch(/^[\da-f]{64}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9999 }),
        async (steps, chunk) => {
          let file = film
          for (const each of steps) file = await remux(file, each)
          const found = await hashesOf(file, chunk)
          expect(found.pictureSha256).toBe(pictureSha256)
          const isSilent = steps.some(({ withoutSound }) => withoutSound)
          expect(found.soundSha256).toBe(isSilent ? null : soundSha256)
        },
      ),
      { numRuns: 60 },
    )
  })

  // Made by ffmpeg. Another interleaving gives another hash of all samples.
  it.each([
    [
      'ok.mp4',
      ['remuxed.mp4', 'moov-last.mp4', 'fragmented.mp4', 'ok-fragments.mp4', 'silent.mp4', 'matroska.webm'],
    ],
    ['ok.webm', ['remuxed.webm', 'recorded.webm']],
    ['cmaf.mp4', ['cmaf-remuxed.mp4']],
  ])('of %s is that of its remuxes', async (name, remuxes) => {
    const { pictureSha256 } = await hashesOf(mediaFixture(name))
    for (const each of remuxes) {
      expect([each, (await hashesOf(mediaFixture(each))).pictureSha256]).toEqual([each, pictureSha256])
    }
  })

  it('is another one for another film', async () => {
    const names = ['ok.mp4', 'ok.webm', 'cmaf.mp4', 'ok-lower.mp4', 'short.mp4']
    const hashes = await Promise.all(names.map((name) => hashesOf(mediaFixture(name))))
    expect(new Set(hashes.map(({ pictureSha256 }) => pictureSha256)).size).toBe(names.length)
    const changed = film.slice()
    const inTheMiddle = fieldsOf(film, 'mdat') + 1000
    changed[inTheMiddle] = (changed[inTheMiddle] ?? 0) ^ 1
    expect((await hashesOf(changed)).pictureSha256).not.toBe(hashes[0]?.pictureSha256)
  })
})

describe('a file that can’t be read', () => {
  const damaged: [string, Bytes][] = [
    ['nothing', new Uint8Array(0)],
    ['no index', film.slice(0, 40)],
    ['2^32 samples', tampered(['stsz', 8, 0xffffffff])],
    ['2^32 samples of one byte', tampered(['stsz', 4, 1], ['stsz', 8, 0xffffffff])],
    ['2^32 chunks', tampered(['stco', 4, 0xffffffff])],
    ['2^32 samples in a chunk', tampered(['stsc', 12, 0xffffffff])],
    ['a chunk outside', tampered(['stco', 8, 0x7fffffff])],
    ['a sample that ends outside', tampered(['stsz', 12, 0x7fffffff])],
    ['a sample over the next one', tampered(['stsz', 12, 5000])],
  ]
  it.each(damaged)('has no hash of its pictures, but is refused: %s', async (_, file) => {
    const { pictureSha256, soundSha256, sha256 } = await hashesOf(file)
    expect([pictureSha256, soundSha256, sha256.length]).toEqual([null, null, 64])
    await expect(strip(file)).rejects.toMatchObject({ name: 'BoxError' })
  })

  it('is refused by another name when its chunks are out of order', async () => {
    const file = mediaFixture('chunks-shuffled.mp4')
    expect((await hashesOf(file)).pictureSha256).toBeNull()
    await expect(strip(file)).rejects.toMatchObject({ reason: 'disordered' })
  })

  it('is read no further than a film can be long', async () => {
    const fragmented = mediaFixture('fragmented.mp4')
    const init = fragmented.subarray(0, fieldsOf(fragmented, 'moof') - 8)
    /** Returns fragments with this many samples of a size, which take 16 bytes regardless of their number. */
    const film = (fragments: number, samples: number, size: number) => {
      const numbers = (...values: number[]) =>
        values.flatMap((value) => [24, 16, 8, 0].map((by) => value >>> by))
      const named = (type: string, ...content: number[][]) => {
        const body = content.flat()
        return [...numbers(8 + body.length), ...bytesOf(type), ...body]
      }
      const tfhd = named('tfhd', numbers(0x20010, 1, size))
      const tail = size * samples + 8
      const moof = Uint8Array.from(
        named('moof', named('traf', tfhd, named('trun', numbers(1, samples, 8 + 8 + tfhd.length + 20 + 8)))),
      )
      const mdat = new Uint8Array(tail)
      // Pictures of one byte, after their length.
      for (let at = 8; at < tail; at += 5) mdat.set([0, 0, 0, 1, 0x65], at)
      mdat.set([...numbers(tail), ...bytesOf('mdat')])
      return concat([init, ...Array.from({ length: fragments }, () => [moof, mdat]).flat()])
    }
    const picture = async (file: Uint8Array) => (await hashesOf(file.slice())).pictureSha256
    expect(await picture(film(2, 100_000, 5))).toMatch(/^[\da-f]{64}$/)
    expect(await picture(film(21, 100_000, 5))).toBeNull()
    // Samples without bytes have nothing to hash, and aren't read.
    expect(await picture(concat([film(100, 0xffffffff, 0), film(1, 1, 5).subarray(init.length)]))).toMatch(
      /^\w{64}$/,
    )
  })

  it('ends in time and in memory, whatever is wrong with it', async () => {
    const flip = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
    const names = fc.constantFrom('ok.mp4', 'moov-last.mp4', 'fragmented.mp4', 'cmaf.mp4', 'ok.webm')
    await fc.assert(
      fc.asyncProperty(names, fc.array(flip, { minLength: 1, maxLength: 20 }), async (name, flips) => {
        const file = mediaFixture(name)
        // Within the first kilobytes, where the tables are.
        for (const [at, byte] of flips) file[at % Math.min(file.length, 3000)] = byte
        const { pictureSha256 } = await hashesOf(file)
        expect(pictureSha256 ?? 'f'.repeat(64)).toMatch(/^[\da-f]{64}$/)
      }),
      { numRuns: 400 },
    )
  })
})

describe('a track of H.264', () => {
  /** Type 1 and 5 are coded pictures; a unit never ends with a zero. */
  const unit = fc
    .tuple(fc.constantFrom(1, 5, 6, 7, 8, 9, 12), fc.uint8Array({ minLength: 1, maxLength: 40, min: 2 }))
    .map(([type, rest]) => Uint8Array.of(0x60 | type, ...rest))
  const samples = fc.array(fc.array(unit, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  const isPicture = (each: Uint8Array) => [1, 5].includes((each[0] ?? 0) & 0x1f)

  const framed = (lengthSize: number | null) => (each: Uint8Array) => {
    if (lengthSize === null) return concat([Uint8Array.of(0, 0, 0, 1), each, Uint8Array.of(0)])
    const length = Uint8Array.from(
      { length: lengthSize },
      (_, at) => (each.length >> (8 * (lengthSize - 1 - at))) & 255,
    )
    return concat([length, each])
  }
  function digest(
    units: Uint8Array[][],
    coding: Coding,
    frame: (unit: Uint8Array) => Uint8Array,
    piece: number,
  ) {
    const hash = trackHash(coding)
    for (const sample of units) {
      const bytes = concat(sample.map(frame))
      hash.begin(bytes.length)
      for (let at = 0; at < bytes.length; at += piece) hash.write(bytes.subarray(at, at + piece))
    }
    return hash.digest()
  }

  it('hashes alike however its units are framed, and whatever stands between pictures', () => {
    const lengthSizes = fc.constantFrom(1, 2, 3, 4, null)
    fc.assert(
      fc.property(
        samples,
        lengthSizes,
        lengthSizes,
        fc.integer({ min: 1, max: 50 }),
        (units, one, other, piece) => {
          const expected = digest(units, { name: 'avc', lengthSize: one }, framed(one), piece)
          const bare = units.map((sample) => sample.filter(isPicture))
          expect(digest(bare, { name: 'avc', lengthSize: other }, framed(other), 50)).toBe(expected)
          expect(expected === null).toBe(bare.flat().length === 0)
        },
      ),
    )
  })
})

describe('a track of AV1', () => {
  it('hashes alike with and without delimiters, headers and the size of the last unit', () => {
    const frame = [0xaa, 0xbb, 0xcc]
    const digest = (...bytes: number[]) => {
      const hash = trackHash({ name: 'av1' })
      hash.begin(bytes.length)
      for (const byte of bytes) hash.write(Uint8Array.of(byte))
      return hash.digest()
    }
    const expected = digest(0x32, 3, ...frame)
    expect(expected).toMatch(/^[\da-f]{64}$/)
    expect(digest(0x12, 0, 0x0a, 2, 1, 2, 0x32, 3, ...frame)).toBe(expected)
    expect(digest(0x30, ...frame)).toBe(expected)
    expect(digest(0x36, 0, 0x83, 0, ...frame)).toBe(expected)
    expect(digest(0x32, 3, 0xaa, 0xbb, 0xcd)).not.toBe(expected)
  })
})
