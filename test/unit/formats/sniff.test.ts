import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf, latin1 } from '#worker/formats/bytes'
import { contentTypes, sniffLength, sniffMedia } from '#worker/formats/probe/sniff'

// Many runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'sniff-'))
const files = ['a.mp4', 'a.mov', 'a.webm', 'a.mkv', 'a.jpg', 'a.png', 'a.webp', 'lossless.webp'] as const
const heads = new Map<string, Uint8Array>()

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the beginning of a file that ffmpeg makes at the first request. */
function head(file: string): Uint8Array {
  const made = heads.get(file)
  if (made) return made
  const path = join(folder, file)
  const still = /jpg|png|webp/.test(file) ? ['-frames:v', '1'] : []
  const lossless = file === 'lossless.webp' ? ['-lossless', '1'] : []
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=5']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...still, ...lossless, path])
  const bytes = new Uint8Array(readFileSync(path)).subarray(0, sniffLength)
  heads.set(file, bytes)
  return bytes
}

function ftyp(major: string, ...compatible: string[]): Uint8Array {
  const body = `ftyp${major}\0\0\0\0${compatible.join('')}`
  return concat([Uint8Array.of(0, 0, 0, body.length + 4), bytesOf(body)])
}

function ebml(docType: string, before: readonly number[] = []): Uint8Array {
  const body = [...before, 0x42, 0x82, 0x80 | docType.length, ...bytesOf(docType)]
  return Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x80 | body.length, ...body)
}

describe('sniffMedia', () => {
  it.each([
    ['a.mp4', 'mp4'],
    ['a.mov', 'quicktime'],
    ['a.webm', 'webm'],
    ['a.mkv', 'matroska'],
    ['a.jpg', 'jpeg'],
    ['a.png', 'png'],
    ['a.webp', 'webp'],
    ['lossless.webp', 'webp'],
  ])("knows ffmpeg's %s", (file, kind) => {
    expect(sniffMedia(head(file))).toBe(kind)
  })

  it.each([
    [ftyp('isom', 'isom', 'avc1'), 'mp4'],
    [ftyp('M4V ', 'mp42'), 'mp4'],
    [ftyp('cmfc', 'iso6'), 'mp4'],
    [ftyp('3gp4', 'isom', '3gp4'), 'mp4'],
    [ftyp('qt  ', 'qt  '), 'quicktime'],
    [ftyp('heic', 'mif1', 'heic'), null],
    [ftyp('avis', 'avif', 'msf1', 'iso8'), null],
    [ftyp('M4A ', 'M4A '), null],
    [ftyp('<scr', 'ipt>'), null],
    [ebml('webm', [0x42, 0x86, 0x81, 1]), 'webm'],
    [ebml('webm\0\0'), 'webm'],
    [ebml('matroska'), 'matroska'],
    [ebml('webmx'), null],
    [ebml('we\0bm'), null],
    [ebml('html'), null],
  ])('reads the brand or DocType of file %#', (bytes, kind) => {
    expect(sniffMedia(bytes)).toBe(kind)
  })

  it.each([
    'GIF89a=1;alert(1)//                          ',
    '\xff\xd8\xff\xe0<script>alert(1)</script>     ',
    '\xff\xd8\xff\xdb<script>alert(1)</script>     ',
    '\xff\xd8\xff\xfe<script>alert(1)</script>     ',
    '\xff\xd8\xff\xe9<script>alert(1)</script>     ',
    '\xff\xd8\xff\xe0\0\x10JFIF\0<script>alert(1)</script>',
    '\x89PNG\r\n\x1a\n<script>alert(1)</script>      ',
    'RIFF\x20\0\0\0WEBP<script>alert(1)</script>    ',
    'RIFF\x20\0\0\0AVI LIST                         ',
    '\x1a\x45\xdf\xa3<script>webm</script>           ',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg> ',
    '<!doctype html><title>ftyp</title>             ',
    '%PDF-1.7                                       ',
    '',
  ])('refuses %j', (text) => {
    expect(sniffMedia(bytesOf(text))).toBeNull()
  })

  it('refuses a JPEG whose segments do not lead to one another', () => {
    const broken = head('a.jpg').slice()
    broken.set([0x3c], 20)
    expect(sniffMedia(broken)).toBeNull()
  })

  it('answers a kind with a content type, or null, for any bytes', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 4 }),
        fc.nat(200),
      )
      .map(([file, changes, length]) => {
        const bytes = head(file).slice(0, length)
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated), (bytes) => {
        const kind = sniffMedia(bytes)
        expect(kind === null || kind in contentTypes).toBe(true)
      }),
    )
  })
})

describe('an MP4 by its brands', () => {
  const [films, pictures] = [
    [
      'isom',
      'iso2',
      'iso3',
      'iso4',
      'iso5',
      'iso6',
      'iso7',
      'iso8',
      'iso9',
      'mp41',
      'mp42',
      'avc1',
      'M4V ',
      'M4VH',
      'M4VP',
      'dash',
      'cmfc',
      'cmf2',
      'MSNV',
      'XAVC',
    ],
    ['mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx', 'avif', 'avis', 'crx '],
  ]

  it.each(films)('is one as %j, or with that beside a brand that nobody knows', (brand) => {
    expect([sniffMedia(ftyp(brand)), sniffMedia(ftyp('quux', brand))]).toEqual(['mp4', 'mp4'])
  })

  it.each(pictures)('is none with %j, whatever stands beside it', (brand) => {
    expect([sniffMedia(ftyp(brand, 'isom')), sniffMedia(ftyp('isom', brand))]).toEqual([null, null])
  })

  /** Returns a box that states its length, and the bytes after it. */
  const sized = (size: number, brands: string, after = '') => {
    const bytes = bytesOf(`\0\0\0\0ftyp${brands}${after}`)
    new DataView(bytes.buffer).setUint32(0, size)
    return bytes
  }

  it('has a list as long as its box, of at most a kilobyte', () => {
    expect(sniffMedia(sized(16, 'isom\0\0\0\0'))).toBe('mp4')
    expect(sniffMedia(sized(1024, `quux\0\0\0\0${'quux'.repeat(251)}isom`))).toBe('mp4')
    expect(sniffMedia(sized(1028, `isom\0\0\0\0${'quux'.repeat(253)}`))).toBeNull()
    for (const size of [0, 8, 12, 18]) expect(sniffMedia(sized(size, 'isom\0\0\0\0isom'))).toBeNull()
  })

  it('has no brand in its version, nor behind its box, nor cut off', () => {
    expect(sniffMedia(sized(16, 'quuxisom'))).toBeNull()
    expect(sniffMedia(sized(16, 'quux\0\0\0\0', 'isom'))).toBeNull()
    expect(sniffMedia(sized(20, 'quux\0\0\0\0iso'))).toBeNull()
    expect(sniffMedia(sized(16, 'isom\0\0\0'))).toBeNull()
  })
})

describe('a WebM or MKV by its DocType', () => {
  it('is known from the header alone, wherever the type stands in it', () => {
    expect(sniffMedia(ebml('webm'))).toBe('webm')
    expect(sniffMedia(ebml('matroska', [0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1]))).toBe('matroska')
  })

  it('is none when an element has no size, is cut off, or reaches beyond the header', () => {
    expect(sniffMedia(ebml('webm', [0x42, 0x86, 0xff]))).toBeNull()
    expect(sniffMedia(ebml('webm').subarray(0, -1))).toBeNull()
    const short = ebml('webm')
    short[4] = 0x80 | 6
    expect(sniffMedia(short)).toBeNull()
    const endless = ebml('webm')
    endless[4] = 0xff
    expect(sniffMedia(endless)).toBeNull()
    expect(sniffMedia(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x80))).toBeNull()
  })
})

describe('a picture by its beginning', () => {
  const png = (width: number, height: number, colour: number) => {
    const bytes = new Uint8Array(33)
    bytes.set(bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))
    const view = new DataView(bytes.buffer)
    view.setInt32(16, width)
    view.setInt32(20, height)
    view.setUint8(25, colour)
    return bytes
  }

  it('is a PNG with sides and one of its kinds of colour', () => {
    for (let colour = 0; colour < 9; colour += 1) {
      expect(sniffMedia(png(1, 1, colour))).toBe([0, 2, 3, 4, 6].includes(colour) ? 'png' : null)
    }
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [-1, 1],
      [1, -1],
    ] as const)
      expect(sniffMedia(png(width, height, 2))).toBeNull()
    expect(sniffMedia(png(1, 1, 2).subarray(0, 32))).toBeNull()
    expect(sniffMedia(concat([bytesOf('GIF89a'), png(1, 1, 2).subarray(6)]))).toBeNull()
  })

  const webp = (chunk: string) => bytesOf(`RIFF\0\0\0\0WEBP${chunk}`.padEnd(30, '\0'))

  it.each([
    ['VP8 \0\0\0\0\0\0\0\x9d\x01\x2a', 'webp'],
    ['VP8L\0\0\0\0\x2f', 'webp'],
    ['VP8X\x0a\0\0\0', 'webp'],
    ['VP8 \0\0\0\0\0\0\0\x9d\x01\x2b', null],
    ['VP8L\0\0\0\0\x2e', null],
    ['VP8X\x0b\0\0\0', null],
    ['VP8X\0\0\0\x0a', null],
    ['VP9X\x0a\0\0\0', null],
    ['ALPH\x0a\0\0\0', null],
  ])('is a WebP with the mark of its first chunk: %j', (chunk, kind) => {
    expect(sniffMedia(webp(chunk))).toBe(kind)
  })

  it('is no WebP in another container, or cut off', () => {
    const whole = webp('VP8X\x0a\0\0\0')
    expect(sniffMedia(whole.subarray(0, 26))).toBe('webp')
    expect(sniffMedia(whole.subarray(0, 25))).toBeNull()
    expect(sniffMedia(bytesOf(`RIFX${latin1(whole, 4, 30)}`))).toBeNull()
    expect(sniffMedia(bytesOf(`RIFF\0\0\0\0WEBQ${latin1(whole, 12, 30)}`))).toBeNull()
  })

  /** Returns a segment that states its length, which includes the two bytes of the length. */
  const segment = (marker: number, length: number, content = '') =>
    concat([
      Uint8Array.of(0xff, marker, length >> 8, length & 0xff),
      bytesOf(content.padEnd(Math.max(0, length - 2), '\0')),
    ])
  const jfif = segment(0xe0, 16, 'JFIF\0')
  const jpeg = (...segments: Uint8Array[]) => concat([Uint8Array.of(0xff, 0xd8), ...segments])

  it.each([
    ['tables', 0xdb, 67, 518],
    ['a restart interval', 0xdd, 4, 4],
    ['a scan', 0xda, 8, 14],
    ['the first kind of frame', 0xc0, 11, 2186],
    ['the last kind of frame', 0xcf, 11, 2186],
    ['an unknown application', 0xe9, 2, 65_535],
    ['the last application', 0xef, 2, 65_535],
    ['a comment', 0xfe, 2, 65_535],
  ])('is a JPEG with %s as long as that may be', (_, marker, least, most) => {
    for (const length of [least, most]) expect(sniffMedia(jpeg(jfif, segment(marker, length)))).toBe('jpeg')
    const wrong = [least - 1, ...(most < 65_535 ? [most + 1] : [])]
    for (const length of wrong) expect(sniffMedia(jpeg(jfif, segment(marker, length)))).toBeNull()
  })

  it.each([
    [0xe0, 'JFIF\0'],
    [0xe0, 'JFXX\0'],
    [0xe0, 'AVI1'],
    [0xe1, 'Exif\0\0'],
    [0xe1, 'http://ns.adobe.com/'],
    [0xe2, 'ICC_PROFILE\0'],
    [0xe2, 'MPF\0'],
    [0xed, 'Photoshop 3.0\0'],
    [0xee, 'Adobe'],
  ])('is a JPEG that begins with application %i called %j, and by no other name', (marker, name) => {
    expect(sniffMedia(jpeg(segment(marker, 40, name)))).toBe('jpeg')
    expect(sniffMedia(jpeg(segment(marker, 40, `x${name}`)))).toBeNull()
    expect(sniffMedia(jpeg(jfif, segment(marker, 40, `x${name}`)))).toBeNull()
  })

  it('begins with nothing that may hold anything', () => {
    for (const marker of [0xfe, 0xe9]) expect(sniffMedia(jpeg(segment(marker, 40)))).toBeNull()
    for (const marker of [0xd8, 0xd9, 0x01, 0xf0, 0xdc])
      expect(sniffMedia(jpeg(jfif, segment(marker, 40)))).toBeNull()
  })

  it('is a JPEG as far as it can be seen, and none before its first segment', () => {
    expect(sniffMedia(jpeg(jfif))).toBe('jpeg')
    expect(sniffMedia(jpeg(jfif, bytesOf('<sc')))).toBe('jpeg')
    expect(sniffMedia(jpeg(jfif, bytesOf('<scr')))).toBeNull()
    expect(sniffMedia(jpeg(jfif).subarray(0, 16))).toBe('jpeg')
    expect(sniffMedia(jpeg(jfif).subarray(0, 15))).toBeNull()
    // After the head of a scan come bytes that no one reads.
    expect(sniffMedia(jpeg(jfif, segment(0xda, 8), bytesOf('<script>')))).toBe('jpeg')
    expect(sniffMedia(jpeg(segment(0xda, 14)))).toBeNull()
    for (const at of [0, 1]) {
      const other = jpeg(jfif)
      other[at] = 0xd7
      expect(sniffMedia(other)).toBeNull()
    }
  })
})
