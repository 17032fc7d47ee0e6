import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf } from '#worker/formats/bytes'
import { EbmlError } from '#worker/formats/webm/ebml'
import { findWebmLocationTag } from '#worker/formats/webm/tags'

// Many runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'tags-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const load = (name: string) => new Uint8Array(readFileSync(path(name)))
const place = ['-metadata', 'location=+48.8577+002.295/']
const recipes: Record<string, string[]> = {
  'plain.webm': ['-metadata', 'title=LOCATION'],
  'placed.webm': place,
  'live.webm': ['-live', '1'],
  'placed-stream.webm': [...place, '-metadata:s:v', 'GPSLATITUDE=48.8577'],
}

beforeAll(() => {
  for (const [name, options] of Object.entries(recipes)) {
    const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10']
    execFileSync('ffmpeg', [...source, '-c:v', 'libvpx-vp9', '-bitexact', ...options, path(name)])
  }
})

const readerOf = (bytes: Uint8Array) => async (offset: number, length: number) =>
  bytes.subarray(offset, offset + length)
const find = (bytes: Uint8Array) => findWebmLocationTag(readerOf(bytes), bytes.length)

function element(id: readonly number[], ...content: (Uint8Array | string)[]): Uint8Array {
  const body = concat(content.map((part) => (typeof part === 'string' ? bytesOf(part) : part)))
  return concat([Uint8Array.from(id), Uint8Array.of(0x40 | (body.length >> 8), body.length & 0xff), body])
}

const header = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], 'webm'))
const unknownSize = (id: readonly number[]) => Uint8Array.from([...id, 0x01, ...Array(7).fill(0xff)])
const openSegment = unknownSize([0x18, 0x53, 0x80, 0x67])
const openCluster = unknownSize([0x1f, 0x43, 0xb6, 0x75])
const block = element([0xa3], 'LOCATION')
const simpleTag = (name: string, ...inside: Uint8Array[]) =>
  element([0x67, 0xc8], element([0x45, 0xa3], name), element([0x44, 0x87], 'GPS'), ...inside)
const tags = (...inside: Uint8Array[]) =>
  element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], element([0x63, 0xc0]), ...inside))

describe('findWebmLocationTag', () => {
  it.each(Object.keys(recipes))("agrees with exiftool about ffmpeg's %s", async (name) => {
    const shown = execFileSync('exiftool', ['-a', '-s', '-Location', path(name)], { encoding: 'utf8' })
    expect(shown !== '').toBe(name.startsWith('placed'))
    expect((await find(load(name))) !== null).toBe(name.startsWith('placed'))
  })

  it.each([
    [tags(simpleTag('TITLE')), null],
    [tags(simpleTag('TITLE'), simpleTag('location-eng')), 'location-eng'],
    [tags(simpleTag('ARTIST', simpleTag('GPSLongitude'))), 'GPSLongitude'],
    [tags(simpleTag('RECORDING_LOCATION')), 'RECORDING_LOCATION'],
  ])('reads made tags %# as %s, with and without sizes', async (made, expected) => {
    const segment = element([0x18, 0x53, 0x80, 0x67], made, element([0x1f, 0x43, 0xb6, 0x75], block))
    expect(await find(concat([header, segment]))).toBe(expected)
    const cluster = concat([openCluster, block, block])
    expect(await find(concat([header, openSegment, cluster, cluster, made, cluster]))).toBe(expected)
  })

  it.each([
    ['an element past the end', concat([header, openSegment, block.subarray(0, -1)])],
    ['tags without a size', concat([header, openSegment, unknownSize([0x12, 0x54, 0xc3, 0x67])])],
    ['a block without a size', concat([header, openSegment, openCluster, unknownSize([0xa0])])],
    ['zeros', concat([header, new Uint8Array(20)])],
    ['tags cut short', concat([header, openSegment, element([0x12, 0x54, 0xc3, 0x67], '\x73')])],
    [
      'a tag past its parent',
      concat([header, openSegment, element([0x12, 0x54, 0xc3, 0x67], '\x73\x73\x85')]),
    ],
    ['tags nested without end', concat([header, openSegment, tags(nest(12))])],
  ])('refuses %s', async (_, bytes) => {
    await expect(find(bytes)).rejects.toThrow(EbmlError)
  })

  it('refuses tags of more than 4 MB unread', async () => {
    const large = concat([header, openSegment, Uint8Array.of(0x12, 0x54, 0xc3, 0x67, 0x10, 0x40, 0, 1)])
    const size = large.length + 0x400001
    const read = async (offset: number, length: number) =>
      concat([large.subarray(offset), new Uint8Array(length)])
    await expect(findWebmLocationTag(read, size)).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('ends, with an answer or an EbmlError, whatever is changed in a file', async () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(recipes)), edits, async (name, changes) => {
        const bytes = load(name)
        // Half of the changes go to the headers in front, the rest anywhere.
        for (const [at, byte] of changes) bytes[at % (at % 2 ? 200 : bytes.length)] = byte
        await find(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(EbmlError))
      }),
      { numRuns: 500 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await find(concat([header, openSegment, bytes])).catch((error: unknown) =>
          expect(error).toBeInstanceOf(EbmlError),
        )
      }),
    )
  })
})

function nest(depth: number): Uint8Array {
  return depth === 0 ? simpleTag('TITLE') : simpleTag('TITLE', nest(depth - 1))
}
