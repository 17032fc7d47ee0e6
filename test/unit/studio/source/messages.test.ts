import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferTarget, EncodedPacketSink, Mp4OutputFormat, Output } from 'mediabunny'
import { afterAll, describe, expect, it } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'
import { copyCmaf, planCmaf } from '#web/studio/cmaf/copy'
import { copyTracks } from '#web/studio/cut/copy-tracks'
import { growingFile } from '#web/studio/files/sync-file'
import { withoutMessages } from '#web/studio/source/messages'
import { openTracks } from '#web/studio/source/source'
import { bytesOf, viewOf } from '#worker/formats/bytes'
import { hashFile } from '#worker/formats/hash-file'
import { readerOf } from '#worker/formats/read-at'

const running = { signal: new AbortController().signal, onProgress: () => {} }
/** A film of x264, which signs its first picture. */
const film = await readFile(join(import.meta.dirname, '../../../fixtures/media/ok.mp4'))
const tracks = await openTracks(new Blob([film]))

afterAll(() => tracks.input.dispose())

async function firstPicture() {
  const [packet, config] = await Promise.all([
    new EncodedPacketSink(tracks.video).getFirstPacket(),
    tracks.video.getDecoderConfig(),
  ])
  if (!packet || !config) throw new TypeError('The film has no picture.')
  return { picture: packet.data, config }
}

const read = (bytes: Uint8Array) =>
  hashFile({ chunks: [bytes], read: readerOf(bytes), size: bytes.length, type: 'mp4' })

/** Returns the same picture with start codes of three or four bytes in place of lengths. */
function withStartCodes(picture: Uint8Array, zeros: number): Uint8Array {
  const bytes: number[] = []
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength)
  for (let at = 0; at < picture.length; at += 4 + view.getUint32(at)) {
    bytes.push(...new Array(zeros).fill(0), 1, ...picture.subarray(at + 4, at + 4 + view.getUint32(at)))
  }
  return Uint8Array.from(bytes)
}

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

describe('a picture that its encoder signed', () => {
  it('loses the message, keeps its length, and is itself once it is clean', async () => {
    const { picture, config } = await firstPicture()
    const before = picture.slice()
    const clean = withoutMessages(picture, config)
    expect(textOf(picture)).toContain('x264')
    expect(textOf(clean)).not.toContain('x264')
    expect(clean.length).toBe(picture.length)
    expect(picture, 'the source as it was').toEqual(before)
    expect(withoutMessages(clean, config)).toBe(clean)
  })

  it.each([2, 3])('loses it behind a start code of %i zeros as well', async (zeros) => {
    const { picture, config } = await firstPicture()
    const { codec } = config
    const clean = withoutMessages(withStartCodes(picture, zeros), { codec })
    expect(textOf(clean)).not.toContain('x264')
    expect(clean.subarray(-1000)).toEqual(picture.subarray(-1000))
  })

  it('stays as it is in another codec', async () => {
    const { picture } = await firstPicture()
    expect(withoutMessages(picture, { codec: 'vp09.00.10.08' })).toBe(picture)
  })

  it('stays readable where a length says more than there is', async () => {
    const { picture, config } = await firstPicture()
    const message = picture.subarray(4, 4 + viewOf(picture).getUint32(0))
    expect(message[0]).toBe(6)
    const cut = picture.subarray(0, 40)
    const clean = withoutMessages(cut, config)
    expect(clean.subarray(0, 4)).toEqual(picture.subarray(0, 4))
    expect(clean.subarray(4)).toEqual(cleanedUnit(nalCodecs.avc, cut.subarray(4)))
    expect(withoutMessages(new Uint8Array(0), config).length).toBe(0)
  })

  it('has nothing behind its last unit', async () => {
    const { picture, config } = await firstPicture()
    const clean = withoutMessages(picture, config)
    expect(withoutMessages(concat([picture, bytesOf('Tel')]), config)).toEqual(
      concat([clean, new Uint8Array(3)]),
    )
  })
})

describe('a copy of a film with messages', () => {
  it('leaves the server nothing to remove, and is the same film', async () => {
    const target = new BufferTarget()
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
    const plan = { container: 'mp4', picture: 'copy', sound: 'copy' } as const
    const duration = tracks.span.end - tracks.span.start
    await copyTracks({ ...tracks, plan, duration, container: 'mp4', cut: null }, output, running)
    const cuts = await planCmaf(tracks)
    if (!cuts) throw new TypeError('This film was meant to be copied in segments.')
    const segments = growingFile()
    await copyCmaf(tracks, cuts, segments, running)

    const sent = await read(film)
    expect(sent.hasMessages).toBe(true)
    for (const copy of [new Uint8Array(target.buffer ?? []), segments.content()]) {
      const { hasMessages, pictureSha256 } = await read(copy)
      expect({ hasMessages, pictureSha256 }).toEqual({
        hasMessages: false,
        pictureSha256: sent.pictureSha256,
      })
    }
  })
})
