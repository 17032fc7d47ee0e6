import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf } from '#worker/formats/bytes'
import { BoxError, topLevelBoxes } from '#worker/formats/mp4/boxes'
import { stripMp4 } from '#worker/formats/mp4/strip'
import { readerOf } from '#worker/formats/read-at'
import { maxUnits, unitsByLength } from '#worker/formats/tracks/nal-units'
import { type Coding, trackHash } from '#worker/formats/tracks/track-hash'
import { type Bytes, containers, hashesOf, mediaFixture, type Remux, remux, rewrite } from './remuxes'

// Runs of ffmpeg, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

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

describe('a film that decoders show unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Returns what ffmpeg shows of a file, without its colours. */
  function frames(file: Uint8Array): string {
    const path = join(folder, 'film')
    writeFileSync(path, file)
    const shown = ['-pix_fmt', 'yuv420p', '-f', 'streamhash', '-']
    return execFileSync('ffmpeg', ['-v', 'fatal', '-i', path, '-map', '0:v', ...shown], { encoding: 'utf8' })
  }

  /** Returns a picture of H.264 with its slices changed. */
  const slices = (change: (slice: Uint8Array) => Uint8Array) => (picture: Uint8Array) => {
    const units: Uint8Array[] = []
    for (let at = 0; at < picture.length; ) {
      const length = new DataView(picture.buffer, picture.byteOffset + at).getUint32(0)
      const unit = picture.slice(at + 4, at + 4 + length)
      const changed = [1, 5].includes((unit[0] ?? 0) & 0x1f) ? change(unit) : unit
      units.push(new Uint8Array([24, 16, 8, 0].map((by) => changed.length >> by)), changed)
      at += 4 + length
    }
    return concat(units)
  }
  const more = (unit: Uint8Array, ...bytes: number[]) => concat([unit, Uint8Array.from(bytes)])
  const mp4: [string, (picture: Uint8Array) => Uint8Array][] = [
    ['zero words behind its slices', slices((unit) => more(unit, 0, 0, 3, 0, 0, 3))],
    ['another nal_ref_idc', slices((unit) => unit.with(0, otherReference(unit[0] ?? 0)))],
    ['escapes where none is needed', slices((unit) => Uint8Array.from(withMoreEscapes(unit)))],
    ['partitions of no profile', (picture) => more(picture, 0, 0, 0, 2, 0x62, 0x80)],
  ]
  /** Zero means that no picture refers to this one; the other values differ in nothing. */
  function otherReference(header: number): number {
    const [idc, rest] = [header & 0x60, header & 0x1f]
    return idc === 0 ? header : rest | (idc === 0x60 ? 0x20 : 0x60)
  }
  function* withMoreEscapes(unit: Uint8Array) {
    for (const [at, byte] of unit.entries()) {
      if (at > 2 && byte > 3 && unit[at - 1] === 0 && unit[at - 2] === 0) yield 3
      yield byte
    }
  }

  it.each(mp4)('of H.264 is found with %s', async (_, change) => {
    const [plain, changed] = [await rewrite(film, (picture) => picture), await rewrite(film, change)]
    expect(Buffer.compare(changed, plain)).not.toBe(0)
    expect(frames(changed)).toBe(frames(plain))
    expect((await hashesOf(changed)).pictureSha256).toBe((await hashesOf(film)).pictureSha256)
  })

  const key = (picture: Uint8Array) => ((picture[0] ?? 0) & 4) === 0 && picture[1] === 0x49
  const isIndexed = (picture: Uint8Array) => (picture.at(-1) ?? 0) >> 5 === 6
  const withIndex = (picture: Uint8Array) =>
    more(picture, 0xc8, picture.length & 255, picture.length >> 8, 0xc8)
  const webm: [string, (picture: Uint8Array) => Uint8Array][] = [
    [
      'another colour space',
      (picture) => (key(picture) ? picture.with(4, (picture[4] ?? 0) ^ 0x60) : picture),
    ],
    ['another range', (picture) => (key(picture) ? picture.with(4, (picture[4] ?? 0) ^ 0x10) : picture)],
    ['an index of its one frame', (picture) => (isIndexed(picture) ? picture : withIndex(picture))],
  ]
  it.each(webm)('of VP9 is found with %s', async (_, change) => {
    const vp9 = mediaFixture('ok.webm')
    const [plain, changed] = [
      await rewrite(vp9, (picture) => picture, 'mkv'),
      await rewrite(vp9, change, 'mkv'),
    ]
    expect(Buffer.compare(changed, plain)).not.toBe(0)
    expect(frames(changed)).toBe(frames(plain))
    expect((await hashesOf(changed)).pictureSha256).toBe((await hashesOf(vp9)).pictureSha256)
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
      // Pictures of two bytes, after their length.
      for (let at = 8; at < tail; at += 6) mdat.set([0, 0, 0, 2, 0x65, 0x80], at)
      mdat.set([...numbers(tail), ...bytesOf('mdat')])
      return concat([init, ...Array.from({ length: fragments }, () => [moof, mdat]).flat()])
    }
    const picture = async (file: Uint8Array) => (await hashesOf(file.slice())).pictureSha256
    expect(await picture(film(2, 100_000, 6))).toMatch(/^[\da-f]{64}$/)
    expect(await picture(film(21, 100_000, 6))).toBeNull()
    // Samples without bytes have nothing to hash, and aren't read.
    expect(await picture(concat([film(100, 0xffffffff, 0), film(1, 1, 6).subarray(init.length)]))).toMatch(
      /^\w{64}$/,
    )
  })

  it('is one in more pieces than any film has, or without the settings that tell them apart', async () => {
    const visitor = { begin: () => undefined, write: () => undefined, end: () => undefined }
    const zeros = new Uint8Array(maxUnits)
    const units = unitsByLength(1, visitor)
    for (const bytes of [zeros, zeros.subarray(-1)]) {
      units.begin(bytes.length)
      if (bytes === zeros) units.write(bytes)
      else expect(() => units.write(bytes)).toThrow(BoxError)
    }
    const file = film.slice()
    file.set(bytesOf('free'), Buffer.from(file).indexOf('avcC', 0, 'latin1'))
    expect((await hashesOf(file)).pictureSha256).toBeNull()
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

describe('a track of VP8 or VP9', () => {
  function digest(name: 'vp8' | 'vp9', ...samples: number[][]) {
    const hash = trackHash({ name })
    for (const sample of samples) {
      hash.begin(sample.length)
      for (const byte of sample) hash.write(Uint8Array.of(byte))
    }
    return hash.digest()
  }
  const sync = [0x49, 0x83, 0x42]
  const bits = (text: string) => (text.match(/\d{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const synced = sync.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  /** Returns a frame of VP9: its header up to the colours, colour space and range, and all after them. */
  const coloured = (header: string, colours: string) => bits(`${header}${colours}${'10'.repeat(20)}`)

  it.each([
    ['a key frame', `10000010${synced}`],
    ['a key frame of profile 1', `10100010${synced}`],
    ['a key frame of 10 bits', `10010010${synced}0`],
    ['a key frame of profile 3', `101100010${synced}1`],
    ['a hidden frame of profile 1 by itself', `10100100100${synced}`],
    ['a hidden frame of profile 2 by itself, resilient', `100101011${synced}0`],
  ])('hashes alike whatever its colours are said to be: %s', (_, header) => {
    const expected = digest('vp9', coloured(header, '0000'))
    for (const colours of ['0100', '0001', '1011']) {
      expect(digest('vp9', coloured(header, colours))).toBe(expected)
    }
    expect(digest('vp9', coloured(header, '0000').with(6, 0))).not.toBe(expected)
  })

  it('hashes all else of it', () => {
    // A frame after others, one that shows another, and a hidden one by itself in profile 0.
    for (const header of ['10000110', '10001010', '10000100100']) {
      const [one, other] = ['0000', '0100'].map((colours) =>
        digest('vp9', coloured(`${header}${synced}`, colours)),
      )
      expect(one).not.toBe(other)
    }
  })

  it('hashes alike however its frames are stored together, and with zeros behind them', () => {
    const [hidden, shown] = [coloured(`10000000${synced}`, '0001'), [0x86, 1, 2, 3]]
    const together = [...hidden, ...shown, 0xc1, hidden.length, shown.length, 0xc1]
    const expected = digest('vp9', hidden, shown)
    expect(digest('vp9', together)).toBe(expected)
    expect(digest('vp9', coloured(`10000000${synced}`, '0100'), [...shown, 0, 0])).toBe(expected)
    // An index that promises more than there is is none.
    expect(digest('vp9', [...hidden, ...shown, 0xc1, hidden.length, 99, 0xc1])).not.toBe(expected)
    expect(digest('vp9', [], [0xc9])).not.toBe(expected)
  })

  it('hashes alike whatever the scale of VP8 is', () => {
    const frame = [0x10, 2, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xb4, 0, 7, 7]
    const expected = digest('vp8', frame)
    expect(digest('vp8', frame.with(7, 0x41).with(9, 0xc0))).toBe(expected)
    expect(digest('vp8', frame.with(7, 2))).not.toBe(expected)
    const next = frame.with(0, 0x11)
    expect(digest('vp8', next.with(7, 0x41))).not.toBe(digest('vp8', next))
  })

  it('has no hash with a frame that fits into no memory', () => {
    expect(() => trackHash({ name: 'vp9' }).begin(33 * 1024 * 1024)).toThrow('too large')
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
    expect(digest(0x32, 5, ...frame, 0, 0)).toBe(expected)
    expect(digest(0x30, ...frame, 0)).toBe(expected)
    expect(digest(0x32, 3, 0xaa, 0xbb, 0xcd)).not.toBe(expected)
  })
})
