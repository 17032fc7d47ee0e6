import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { bytesOf, concat } from '../../../worker/formats/bytes'
import { contentTypes, sniffLength, sniffMedia } from '../../../worker/formats/sniff'

// Many runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'sniff-'))
const files = ['a.mp4', 'a.mov', 'a.webm', 'a.mkv', 'a.jpg', 'a.png', 'a.webp', 'lossless.webp'] as const
const heads = new Map<string, Uint8Array>()

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the beginning of a file that ffmpeg makes when it is first asked for. */
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
