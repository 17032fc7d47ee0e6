import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf, viewOf } from '#worker/formats/bytes'
import { BoxError, indexBytes, isFastStart, topLevelBoxes } from '#worker/formats/mp4/boxes'
import { findLocationMetadata, isLocationKey } from '#worker/formats/mp4/location'

// Many runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'boxes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const load = (name: string) => new Uint8Array(readFileSync(path(name)))
const place = ['-metadata', 'location=+48.8577+002.295/']
const recipes: Record<string, string[]> = {
  'plain.mp4': [],
  'fast.mp4': ['-movflags', 'faststart'],
  'fragmented.mp4': ['-movflags', 'frag_keyframe+empty_moov', '-g', '2'],
  'titled.mp4': ['-metadata', 'title=location', '-metadata', 'comment=GPSLatitude'],
  'loci.mp4': place,
  'keys.mp4': [...place, '-movflags', 'use_metadata_tags'],
  'apple.mp4': [
    '-metadata',
    'com.apple.quicktime.location.ISO6709=+48.8577+002.295/',
    '-movflags',
    'use_metadata_tags',
  ],
  'xyz.mov': place,
  'keys.mov': [...place, '-movflags', 'use_metadata_tags'],
}

beforeAll(() => {
  for (const [name, options] of Object.entries(recipes)) {
    const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10']
    execFileSync('ffmpeg', [...source, '-bitexact', ...options, path(name)])
  }
})

const readerOf = (bytes: Uint8Array) => async (offset: number, length: number) =>
  bytes.subarray(offset, offset + length)
const find = (bytes: Uint8Array) => findLocationMetadata(readerOf(bytes), bytes.length)
const boxesOf = (bytes: Uint8Array) => topLevelBoxes(readerOf(bytes), bytes.length)
const placeByExiftool = (name: string) =>
  execFileSync('exiftool', ['-a', '-s', '-ee', '-GPSPosition', '-Location*', path(name)], {
    encoding: 'utf8',
  })

function box(type: string, ...content: (Uint8Array | string)[]): Uint8Array {
  const body = concat(content.map((part) => (typeof part === 'string' ? bytesOf(part) : part)))
  const bytes = concat([Uint8Array.of(0, 0, 0, 0), bytesOf(type), body])
  viewOf(bytes).setUint32(0, bytes.length)
  return bytes
}

const xmpUuid = '\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac'

describe('topLevelBoxes', () => {
  it('tells where the index is and how long', async () => {
    const [plain, fast] = [await boxesOf(load('plain.mp4')), await boxesOf(load('fast.mp4'))]
    expect(plain.map((each) => each.type)).toEqual(['ftyp', 'free', 'mdat', 'moov'])
    expect(fast.map((each) => each.type)).toEqual(['ftyp', 'moov', 'free', 'mdat'])
    expect([isFastStart(plain), isFastStart(fast)]).toEqual([false, true])
    expect(indexBytes(fast)).toBe(fast[2]?.offset)
    expect(indexBytes(plain)).toBe(indexBytes(fast))
  })

  it('knows a fragmented file, which has many boxes, in few reads', async () => {
    const bytes = load('fragmented.mp4')
    let reads = 0
    const boxes = await topLevelBoxes((offset, length) => {
      reads++
      return readerOf(bytes)(offset, length)
    }, bytes.length)
    expect(boxes.filter((each) => each.type === 'moof').length).toBeGreaterThan(3)
    expect(isFastStart(boxes)).toBe(true)
    expect(reads).toBeLessThan(boxes.length / 2)
  })

  it('follows a size of 64 bits and one to the end of the file', async () => {
    const long = concat([bytesOf('\0\0\0\x01free\0\0\0\0\0\0\0\x14'), bytesOf('1234')])
    const open = bytesOf('\0\0\0\0mdat12345')
    expect(await boxesOf(concat([long, open]))).toEqual([
      { type: 'free', offset: 0, size: 20, headerSize: 16, uuid: null },
      { type: 'mdat', offset: 20, size: 13, headerSize: 8, uuid: null },
    ])
  })

  it.each([
    ['a size past the end', 'truncated', '\0\0\0\x20free'],
    ['a size smaller than the header', 'malformed', '\0\0\0\x04free'],
    ['a size of 64 bits near 2^64', 'truncated', '\0\0\0\x01free\xff\xff\xff\xff\xff\xff\xff\xff'],
    ['a size of 64 bits that is zero', 'malformed', '\0\0\0\x01free\0\0\0\0\0\0\0\0'],
    ['half a header', 'truncated', '\0\0\0\x08free\0\0\0'],
    ['half a uuid', 'truncated', '\0\0\0\x10uuid12345678'],
  ])('refuses %s as %s', async (_, reason, text) => {
    const refusal: unknown = await boxesOf(bytesOf(text)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BoxError)
    expect(refusal).toMatchObject({ reason })
  })

  it('refuses more boxes than a film has, and a file that is shorter than said', async () => {
    await expect(boxesOf(concat(Array(20_001).fill(box('free'))))).rejects.toMatchObject({
      reason: 'too_large',
    })
    await expect(topLevelBoxes(readerOf(box('free')), 40)).rejects.toMatchObject({ reason: 'truncated' })
  })
})

describe('findLocationMetadata', () => {
  it.each(Object.keys(recipes))("agrees with exiftool about ffmpeg's %s", async (name) => {
    const known = placeByExiftool(name) !== ''
    expect(known).toBe(/loci|keys|apple|xyz/.test(name))
    expect((await find(load(name))) !== null).toBe(known)
  })

  it('says where it is', async () => {
    expect(await find(load('loci.mp4'))).toBe('moov/udta/loci')
    expect(await find(load('xyz.mov'))).toBe('moov/udta/©xyz')
    expect(await find(load('keys.mp4'))).toBe('moov/udta/meta/keys/location')
    expect(await find(load('apple.mp4'))).toMatch(/keys\/com.apple.quicktime.location.ISO6709$/)
  })

  it.each([
    '-Keys:GPSCoordinates',
    '-UserData:GPSCoordinates',
    '-ItemList:GPSCoordinates',
    '-XMP:GPSLatitude',
  ])('finds what exiftool writes by %s', async (tag) => {
    const name = `exiftool${tag}.mov`
    writeFileSync(path(name), load('plain.mp4'))
    const value = tag.includes('XMP') ? '48.8577' : '48.8577, 2.295, 35'
    execFileSync('exiftool', ['-q', '-overwrite_original', `${tag}=${value}`, path(name)])
    expect(await find(load(name))).not.toBeNull()
    execFileSync('exiftool', ['-q', '-overwrite_original', `${tag}=`, path(name)])
    expect(await find(load(name))).toBeNull()
  })

  const stsd = (entry: Uint8Array) =>
    box('moov', box('trak', box('mdia', box('minf', box('stbl', box('stsd', '\0\0\0\0\0\0\0\x01', entry))))))

  it.each([
    [box('moov', box('trak', box('udta', box('loci')))), 'moov/trak/udta/loci'],
    [box('moov', box('gps ')), 'moov/gps '],
    [stsd(box('gpmd')), 'moov/trak/mdia/minf/stbl/stsd/gpmd'],
    [stsd(box('camm')), 'moov/trak/mdia/minf/stbl/stsd/camm'],
    [stsd(box('mebx', 'mdtacom.apple.quicktime.location.ISO6709')), 'moov/trak/mdia/minf/stbl/stsd/mebx'],
    [stsd(box('mebx', 'mdtacom.apple.quicktime.detected-face')), null],
    [stsd(box('avc1', 'gpmd')), null],
    [box('uuid', xmpUuid, '<x exif:GPSLatitude="48,51.4N"/>'), 'uuid'],
    [box('uuid', xmpUuid, '<x dc:title="Paris"/>'), null],
    [box('uuid', '0123456789abcdef', 'exif:GPSLatitude'), null],
    [box('moov', box('udta', box('XMP_', 'exif:GPSLatitude'))), 'moov/udta/XMP_'],
    [box('moov', box('udta', box('\xa9nam'), '\0\0\0\0\xa9xyz')), 'moov/udta/©xyz'],
    [box('moov', box('udta', new Uint8Array(20))), null],
    [box('moov', box('udta', box('\xa9nam', '\xa9xyz'), '\0\0\0\0')), null],
    [
      box('moov', box('meta', '\0\0\0\0', box('ilst', box('----', box('name', '\0\0\0\0LOCATION'))))),
      'moov/meta/ilst/----/LOCATION',
    ],
    [box('moov', box('meta', box('hdlr'), box('ilst', box('\xa9xyz')))), 'moov/meta/ilst/©xyz'],
    [box('mdat', box('moov', box('udta', box('\xa9xyz')))), null],
    [box('moov', box('udta', box('free', box('\xa9xyz')))), null],
  ])('reads made file %# as %s', async (bytes, expected) => {
    expect(await find(bytes)).toBe(expected)
  })

  it('refuses metadata that it cannot follow, and an index of more than 64 MB unread', async () => {
    await expect(find(box('moov', box('udta', '\0\0\0\x40free')))).rejects.toThrow(BoxError)
    await expect(find(box('moov', box('udta', 'abc')))).rejects.toThrow(BoxError)
    const key = box('keys', '\0\0\0\0\0\0\0\x01\0\0\xff\xffmdtax')
    await expect(find(box('moov', box('meta', '\0\0\0\0', key)))).rejects.toThrow(BoxError)
    let nested = box('udta')
    for (let depth = 0; depth < 20; depth++) nested = box('udta', nested)
    await expect(find(box('moov', nested))).rejects.toThrow(BoxError)

    const size = 64 * 1024 * 1024 + 1
    const header = box('moov')
    viewOf(header).setUint32(0, size)
    const read = async (offset: number, length: number) => {
      expect(length).toBeLessThan(100_000)
      return concat([header.subarray(offset), new Uint8Array(length)]).subarray(0, length)
    }
    await expect(findLocationMetadata(read, size)).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('ends, with an answer or a BoxError, whatever is changed in a file', async () => {
    const change = fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 8, 0x7f, 0xff)))
    const changes = fc.array(change, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(recipes)),
        changes,
        fc.nat(),
        async (name, edits, cut) => {
          const bytes = load(name)
          for (const [at, byte] of edits) bytes[at % bytes.length] = byte
          const kept = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes
          await find(kept).catch((error: unknown) => expect(error).toBeInstanceOf(BoxError))
        },
      ),
      { numRuns: 500 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await find(box('moov', bytes)).catch((error: unknown) => expect(error).toBeInstanceOf(BoxError))
      }),
    )
  })
})

describe('isLocationKey', () => {
  it.each([
    'location',
    'com.apple.quicktime.location.ISO6709',
    'RECORDING_LOCATION',
    'GPSLatitude',
    'LONGITUDE',
    'my-gps',
  ])('takes %s for a place', (key) => expect(isLocationKey(key)).toBe(true))
  it.each(['title', 'allocation', 'com.apple.quicktime.make', 'DURATION'])('takes %s for none', (key) =>
    expect(isLocationKey(key)).toBe(false),
  )
})
