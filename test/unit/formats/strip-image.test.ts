import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf, viewOf } from '#worker/formats/bytes'
import { ImageError, stripImage } from '#worker/formats/strip-image'

// Many runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'strip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const load = (name: string) => new Uint8Array(readFileSync(path(name)))
const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'fatal', '-y', ...args], { encoding: 'utf8' })
const exiftool = (...args: string[]) => execFileSync('exiftool', args, { encoding: 'utf8' })
/**
 * Returns exiftool's output about each file. Since it takes a fifth of a second to start, it runs once for
 * all files.
 */
function toldOf(names: string[], ...args: string[]): (name: string) => string {
  const parts = exiftool(...args, ...names.map(path)).split(/^======== (.+)\n/m)
  return (name) => {
    const at = parts.indexOf(path(name))
    if (at < 0) throw new Error(`exiftool says nothing of ${name}`)
    return parts[at + 1] ?? ''
  }
}
const everything = ['-a', '-G1', '--ExifTool:all', '--System:all']
/** Returns the picture's size and a hash of its decoded pixels. */
function pixels(name: string): string[] {
  const report = ffmpeg('-i', path(name), '-frames:v', '1', '-pix_fmt', 'rgba', '-f', 'framemd5', '-')
  return report.match(/(?<=#dimensions 0: ).+|[0-9a-f]{32}$/gm) ?? []
}

/** Bytes appended to each file, like the film of a motion photo or a hidden archive. */
const tail = bytesOf('Secrettail')
const files = [
  'baseline.jpg',
  'grey.jpg',
  'rgb.png',
  'alpha.png',
  'palette.png',
  'lossy.webp',
  'lossless.webp',
  'alpha.webp',
]
const tags = [
  '-GPSLatitude=48.8577',
  '-GPSLatitudeRef=N',
  '-GPSLongitude=2.295',
  '-GPSLongitudeRef=E',
  '-Make=Secretcam',
  '-Artist=Secretname',
  '-XMP:Creator=Secretname',
]

function make(name: string): void {
  const alpha = name.startsWith('alpha') ? ',format=rgba,colorchannelmixer=aa=0.5' : ''
  const options = {
    'grey.jpg': ['-pix_fmt', 'gray'],
    'palette.png': ['-pix_fmt', 'pal8'],
    'rgb.png': ['-pix_fmt', 'rgb24'],
    'lossless.webp': ['-lossless', '1'],
  }[name]
  ffmpeg('-f', 'lavfi', '-i', `testsrc=s=67x45${alpha}`, '-frames:v', '1', ...(options ?? []), path(name))
}

beforeAll(() => {
  for (const name of files) make(name)
  exiftool('-q', '-overwrite_original', ...tags, ...files.map(path))
  const commented = files.filter((name) => !name.endsWith('webp'))
  exiftool('-q', '-overwrite_original', '-Comment=Secretwords', ...commented.map(path))
  for (const name of files) writeFileSync(path(name), concat([load(name), tail]))
})

function reasonOf(bytes: Uint8Array): string {
  try {
    stripImage(bytes)
  } catch (error) {
    if (error instanceof ImageError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('stripImage', () => {
  describe('leaves the picture alone', () => {
    let told: Record<'sent' | 'valid' | 'kept', (name: string) => string>
    const cleanOf = (name: string) => `clean-${name}`
    beforeAll(() => {
      for (const name of files) writeFileSync(path(cleanOf(name)), stripImage(load(name)).bytes)
      const clean = files.map(cleanOf)
      told = {
        sent: toldOf(files, '-a'),
        valid: toldOf(clean, '-validate', '-warning'),
        kept: toldOf(clean, ...everything),
      }
    })

    it.each(files)('of %s', (name) => {
      const clean = cleanOf(name)
      expect(told.sent(name)).toMatch(/GPS Latitude/)
      const stripped = stripImage(load(name))
      expect(stripped).toMatchObject({ width: 67, height: 45 })
      expect(told.valid(clean)).toMatch(/Validate +: OK/)
      expect(told.kept(clean)).toMatch(/Image Width/)
      expect(told.kept(clean)).not.toMatch(/GPS|Secret|XMP|IFD|Comment/)
      expect(new TextDecoder('latin1').decode(stripped.bytes)).not.toMatch(/Secret/)
      expect(pixels(name)).toHaveLength(2)
      expect(pixels(clean)).toEqual(pixels(name))
      expect(stripImage(stripped.bytes).bytes).toEqual(stripped.bytes)
    })
  })

  it.each(files)('says where %s ends, whatever follows', (name) => {
    const bytes = load(name)
    expect(stripImage(bytes).end).toBe(bytes.length - tail.length)
    const picture = bytes.subarray(0, -tail.length)
    expect(stripImage(concat([picture, picture])).end).toBe(picture.length)
  })

  it('keeps the orientation of a picture and nothing beside it', () => {
    const turned = ['baseline.jpg', 'rgb.png', 'lossy.webp'].map((name) => `turned-${name}`)
    for (const name of turned)
      writeFileSync(path(name), load(name.replace('turned-', '')).subarray(0, -tail.length))
    exiftool('-q', '-overwrite_original', '-n', '-Orientation=6', ...turned.map(path))
    for (const name of turned) {
      const stripped = stripImage(load(name))
      writeFileSync(path(name), stripped.bytes)
      expect(stripped).toMatchObject({ width: 45, height: 67 })
      expect(stripImage(stripped.bytes).bytes).toEqual(stripped.bytes)
    }
    const [all, exif] = [toldOf(turned, ...everything), toldOf(turned, '-a', '-s', '-n', '-IFD0:all')]
    for (const name of turned) {
      expect(all(name)).not.toMatch(/GPS|Secret/)
      expect([name, ...(exif(name).match(/^\w+ +: .*$/gm) ?? [])]).toEqual([
        name,
        expect.stringMatching(/^Orientation +: 6$/),
      ])
    }
  })

  it('drops the thumbnail of a JFIF header', () => {
    const jpeg = load('baseline.jpg')
    const thumbnail = concat([
      bytesOf('\xff\xe0\0\x16JFIF\0\x01\x01\0\0\x01\0\x01\x01\x02'),
      bytesOf('Secret'),
    ])
    const rest = jpeg.subarray(4 + viewOf(jpeg).getUint16(4))
    const { bytes } = stripImage(concat([jpeg.subarray(0, 2), thumbnail, rest]))
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/Secret/)
    expect(stripImage(bytes).bytes).toEqual(bytes)
  })

  it('keeps all scans and restart marks', () => {
    // Two scans of a grey picture: the second redraws the first, which a sequential decoder allows.
    const grey = stripImage(load('grey.jpg')).bytes
    const scan = grey.subarray(findMarker(grey, 0xda), grey.length - 2)
    const restart = Uint8Array.of(0xff, 0xd0, 0x12, 0xff, 0x00, 0x34)
    const twice = concat([
      grey.subarray(0, -2),
      restart,
      bytesOf('\xff\xfe\0\x08Secret'),
      scan,
      Uint8Array.of(0xff, 0xd9),
    ])
    const expected = concat([grey.subarray(0, -2), restart, scan, Uint8Array.of(0xff, 0xd9)])
    expect(stripImage(twice).bytes).toEqual(expected)
  })

  it('keeps of a PNG the chunks that drawing needs, at the size that they can have', () => {
    const png = stripImage(load('rgb.png')).bytes
    const [head, pictureData] = [png.subarray(0, 33), png.subarray(33)]
    const kept = [
      pngChunk('gAMA', '\0\0\xb1\x8f'),
      pngChunk('tRNS', '\0\x01\0\x02\0\x03'),
      pngChunk('pHYs', '\0\0\0\x01\0\0\0\x01\0'),
    ]
    const dropped = [
      pngChunk('gAMA', 'Secret'),
      pngChunk('tEXt', 'Comment\0Secret'),
      pngChunk('tIME', '1234567'),
      pngChunk('seCr', 'et'),
    ]
    const { bytes } = stripImage(concat([head, ...dropped, ...kept, pictureData]))
    expect(bytes).toEqual(concat([head, ...kept, pictureData]))
    expect(reasonOf(concat([head, pngChunk('SECR', 'et'), pictureData]))).toBe('unsupported')
  })

  it('keeps the first picture of an animated PNG and refuses an animated WebP', () => {
    for (const name of ['animated.png', 'animated.webp']) {
      const codec = name.endsWith('png') ? ['-f', 'apng'] : ['-c:v', 'libwebp_anim']
      ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x48:r=2:d=1', ...codec, path(name))
    }
    const { bytes } = stripImage(load('animated.png'))
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/acTL|fcTL|fdAT/)
    writeFileSync(path('still.png'), bytes)
    expect(pixels('still.png')).toEqual(pixels('animated.png'))
    expect(reasonOf(load('animated.webp'))).toBe('unsupported')
  })

  it('refuses what is larger than 8,192 pixels a side before anybody decodes it', () => {
    const png = load('rgb.png')
    viewOf(png).setUint32(16, 8193)
    viewOf(png).setUint32(29, crc32(png.subarray(12, 29)))
    expect(reasonOf(png)).toBe('too_large')
    const jpeg = load('baseline.jpg')
    viewOf(jpeg).setUint16(findMarker(jpeg, 0xc0) + 5, 8193)
    expect(reasonOf(jpeg)).toBe('too_large')
  })

  it('refuses a wrong checksum, arithmetic coding, other formats', () => {
    const png = load('rgb.png')
    viewOf(png).setUint32(16, 66)
    expect(reasonOf(png)).toBe('malformed')
    const jpeg = load('baseline.jpg')
    jpeg[findMarker(jpeg, 0xc0) + 1] = 0xc9
    expect(reasonOf(jpeg)).toBe('unsupported')
    expect(reasonOf(bytesOf('GIF89a'))).toBe('unsupported')
  })

  it.each(files)('refuses every piece of %s that is cut short', (name) => {
    const { bytes } = stripImage(load(name))
    const reasons = new Set<string>()
    for (let length = 0; length < bytes.length; length++) reasons.add(reasonOf(bytes.subarray(0, length)))
    for (const known of ['truncated', 'malformed', 'unsupported']) reasons.delete(known)
    expect([...reasons]).toEqual([])
  })

  it('throws nothing but ImageError, and is idempotent, for any change of a picture', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 6 }),
    })
    const mutated = fc
      .tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 5 }))
      .map(([name, changes]) => {
        const bytes = load(name)
        // Most of a picture is coded data, so half of the changes hit the first 256 bytes.
        for (const { at, bytes: put } of changes) {
          const place = Math.floor(at < 0.5 ? at * 512 : at * (bytes.length - 8))
          bytes.set(put, Math.min(place, bytes.length - 8))
        }
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array()), (bytes) => {
        if (reasonOf(bytes) !== 'accepted') return
        const once = stripImage(bytes)
        expect(stripImage(once.bytes)).toEqual({ ...once, end: once.bytes.length })
      }),
      { numRuns: 1000 },
    )
  })
})

function pngChunk(type: string, data: string): Uint8Array {
  const chunk = concat([new Uint8Array(4), bytesOf(type + data), new Uint8Array(4)])
  viewOf(chunk).setUint32(0, data.length)
  viewOf(chunk).setUint32(8 + data.length, crc32(chunk.subarray(4, -4)))
  return chunk
}

function findMarker(jpeg: Uint8Array, marker: number): number {
  const at = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === marker)
  expect(at).toBeGreaterThan(0)
  return at
}
