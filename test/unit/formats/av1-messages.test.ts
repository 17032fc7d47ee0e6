import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { cleanedPayload, payloadsOf } from '#contract/values/uploads/av1-messages'
import { withoutMessages as withoutMessagesInPage } from '#web/studio/source/messages'
import { bytesOf, latin1 } from '#worker/formats/bytes'
import { webmSamples, withoutMessages } from '#worker/formats/tracks/without-messages'
import { type Bytes, hashesOf, rewrite } from './remuxes'

const telltale = 'Telltale 3000'
const folder = mkdtempSync(join(tmpdir(), 'av1-'))
let film: Bytes

beforeAll(() => {
  const path = join(folder, 'film.webm')
  const input = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=10']
  const av1 = ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...av1, path], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  film = new Uint8Array(readFileSync(path))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns a unit of AV1 with its size, and with an extension of its header. */
function unit(type: number, payload: Uint8Array, hasExtension = false): Uint8Array {
  const header = hasExtension ? [(type << 3) | 6, 0] : [(type << 3) | 2]
  return concat([Uint8Array.of(...header, 0x80 | payload.length, 0), payload])
}

const said = (...start: number[]) => concat([Uint8Array.from(start), bytesOf(telltale), Uint8Array.of(0x80)])
const captions = Uint8Array.of(
  4,
  0xb5,
  0,
  0x31,
  ...bytesOf('GA94'),
  3,
  0xc1,
  0xff,
  0xfc,
  0x80,
  0x80,
  0xff,
  0x80,
)
const places: [string, () => Uint8Array][] = [
  ['metadata of users', () => unit(5, said(4, 0xb5, 0, 0x3c))],
  ['metadata with captions before the text', () => unit(5, concat([captions.subarray(0, -1), said()]))],
  ['metadata of another type', () => unit(5, said(31))],
  ['brightness with more behind it', () => unit(5, said(1, 1, 2, 3, 4, 0x80))],
  ['padding', () => unit(15, said(), true)],
  ['a reserved unit', () => unit(9, said())],
  ['a delimiter', () => unit(2, said())],
]

async function cleaned(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of withoutMessages(webmSamples, chunks())) pieces.push(piece.slice())
  return concat(pieces)
}

function frames(bytes: Uint8Array): string {
  const path = join(folder, 'shown.webm')
  writeFileSync(path, bytes)
  const decode = ['-v', 'error', '-xerror', '-i', path, '-f', 'streamhash', '-']
  const { stdout, stderr } = spawnSync('ffmpeg', decode, { encoding: 'utf8' })
  // The decoder names units that it skips.
  expect(stderr.replace(/^.*(Unknown (Metadata )?OBU type|Last message repeated).*\n/gm, '')).toBe('')
  return stdout
}

describe('what is said in a film of AV1', () => {
  it.each(places)('is removed from %s, and nothing else', async (_, made) => {
    const text = made()
    const sent = await rewrite(film, (picture) => concat([text, picture]), 'mkv')
    expect(latin1Of(sent)).toContain(telltale)
    const plain = frames(await rewrite(film, (picture) => picture, 'mkv'))
    const before = await hashesOf(sent)
    expect(before).toMatchObject({ hasMessages: true, pictureSha256: (await hashesOf(film)).pictureSha256 })
    for (const size of [1, 100_000]) {
      const clean = await cleaned(sent, size)
      expect(clean.length).toBe(sent.length)
      expect(latin1Of(clean)).not.toContain('Telltale')
      const { hasMessages, pictureSha256 } = await hashesOf(clean)
      expect({ hasMessages, pictureSha256 }).toEqual({
        hasMessages: false,
        pictureSha256: before.pictureSha256,
      })
      expect(frames(clean)).toBe(plain)
    }
  })

  it('is removed by the page as by the server', async () => {
    for (const [, made] of places) {
      const text = made()
      const add = (picture: Uint8Array) => concat([text, picture])
      const byPage = (picture: Uint8Array) => withoutMessagesInPage(add(picture), { codec: 'av01.0.00M.08' })
      const sent = await rewrite(film, byPage, 'mkv')
      expect(latin1Of(sent)).not.toContain('Telltale')
      expect(await cleaned(await rewrite(film, add, 'mkv'), 100_000)).toEqual(sent)
    }
  })

  it('stays where players need it: captions, brightness, and all that is decoded', () => {
    expect(cleanedPayload(5, captions)).toBeNull()
    expect(cleanedPayload(5, Uint8Array.of(1, 3, 232, 1, 144, 0x80))).toBeNull()
    expect(cleanedPayload(2, new Uint8Array(2))).toBeNull()
    for (const type of [1, 3, 4, 6, 7]) expect(cleanedPayload(type, said())).toBeNull()
  })

  it('is found in a damaged sample as far as that goes', () => {
    expect([...payloadsOf(Uint8Array.of(0x2a, 0x85))]).toEqual([])
    expect([...payloadsOf(Uint8Array.of(0x2a, 9, 1, 2))]).toEqual([{ type: 5, from: 2, to: 4 }])
  })
})

function latin1Of(bytes: Uint8Array): string {
  return Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) =>
    latin1(bytes, at * 8192, Math.min(bytes.length, (at + 1) * 8192)),
  ).join('')
}
