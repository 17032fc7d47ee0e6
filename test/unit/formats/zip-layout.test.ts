import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutZip, type ZipEntry } from '#worker/services/leaving/account-export/zip-layout'

const at = Date.UTC(2026, 10, 21, 14, 30, 8)
const GiB = 1024 ** 3

/** Reads the archive's directory independently, by APPNOTE.TXT 4.3 and 4.5.3. */
function readDirectory(pieces: ReturnType<typeof layOutZip>['pieces'], size: number) {
  const last = pieces.at(-1)
  if (!last || !('bytes' in last)) throw new Error('The archive ends in no directory')
  const tail = new DataView(last.bytes.buffer, last.bytes.byteOffset, last.bytes.length)
  const tailAt = size - last.size
  const end = last.bytes.length - 22
  expect(tail.getUint32(end, true)).toBe(0x06054b50)
  let count = tail.getUint16(end + 10, true)
  let start = tail.getUint32(end + 16, true)
  if (count === 0xffff || start === 0xffffffff) {
    expect(tail.getUint32(end - 20, true)).toBe(0x07064b50)
    const large = Number(tail.getBigUint64(end - 12, true)) - tailAt
    expect(tail.getUint32(large, true)).toBe(0x06064b50)
    count = Number(tail.getBigUint64(large + 32, true))
    start = Number(tail.getBigUint64(large + 48, true))
  }
  const found = []
  let place = start - tailAt
  for (let number = 0; number < count; number += 1) {
    expect(tail.getUint32(place, true)).toBe(0x02014b50)
    const [nameLength, extraLength] = [tail.getUint16(place + 28, true), tail.getUint16(place + 30, true)]
    const name = new TextDecoder().decode(last.bytes.subarray(place + 46, place + 46 + nameLength))
    let extra = place + 46 + nameLength + 4
    const wide = (short: number) => {
      if (short !== 0xffffffff) return short
      extra += 8
      return Number(tail.getBigUint64(extra - 8, true))
    }
    const whole = wide(tail.getUint32(place + 24, true))
    const stored = wide(tail.getUint32(place + 20, true))
    const offset = wide(tail.getUint32(place + 42, true))
    expect(stored).toBe(whole)
    found.push({ name, size: whole, crc32: tail.getUint32(place + 16, true), offset })
    place += 46 + nameLength + extraLength
  }
  return found
}

const entries = fc.array(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    size: fc.oneof(fc.nat(5000), fc.integer({ min: 4 * GiB - 2, max: 60 * GiB })),
    crc32: fc.integer({ min: 0, max: 0xffff_ffff }),
    modifiedAt: fc.integer({ min: 0, max: Date.UTC(2107, 11, 31) }),
  }),
  { maxLength: 12 },
)

describe('layOutZip', () => {
  it('names every file in its directory, with its size and where it begins, however large', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const { pieces, size } = layOutZip(given)
        expect(pieces.reduce((sum, piece) => sum + piece.size, 0)).toBe(size)
        const found = readDirectory(pieces, size)
        expect(found.map(({ offset, ...entry }) => entry)).toEqual(
          given.map(({ modifiedAt, ...entry }) => entry),
        )
        let place = 0
        const starts = new Set<number>()
        for (const piece of pieces) {
          if ('bytes' in piece) starts.add(place)
          place += piece.size
        }
        for (const { offset } of found) expect(starts.has(offset)).toBe(true)
      }),
    )
  })

  it('takes more files than the old format has numbers for', () => {
    const given = Array.from({ length: 70_000 }, (_, index): ZipEntry => {
      return { name: `${index}`, size: 0, crc32: 0, modifiedAt: at }
    })
    const { pieces, size } = layOutZip(given)
    expect(readDirectory(pieces, size).length).toBe(70_000)
  })

  it('is what unzip reads, times and names included', () => {
    const contents = [
      new TextEncoder().encode('{"a": 1}\n'),
      new Uint8Array(),
      new Uint8Array(70_000).fill(7),
    ]
    const names = ['account.json', 'empty.json', 'videos/7-Ünïcode “film”.mp4']
    const given = contents.map((bytes, index) => {
      return { name: names[index] ?? '', size: bytes.length, crc32: crc32(bytes), modifiedAt: at }
    })
    const { pieces } = layOutZip(given)
    const parts = pieces.map((piece) => ('bytes' in piece ? piece.bytes : (contents[piece.entry] ?? [])))
    const folder = mkdtempSync(join(tmpdir(), 'zip-'))
    try {
      const file = join(folder, 'a.zip')
      writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
      expect(unzip('-t', file)).toContain('No errors detected')
      expect(unzip('-Z', file)).toContain('26-Nov-21 14:30')
      expect(unzip('-Z1', file).trim().split('\n')).toEqual(names)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

function unzip(...args: string[]): string {
  return execFileSync('unzip', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
}
