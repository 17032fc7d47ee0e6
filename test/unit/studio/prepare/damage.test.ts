import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { damageOf } from '#web/studio/prepare/damage'
import { announcedBytes } from '#web/studio/prepare/matroska'
import { openTracks } from '#web/studio/source/source'

const { signal } = new AbortController()

/** Returns a WebM of two seconds whose header states ten, like one with longer subtitles. */
async function longerStated(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await readFile(join(import.meta.dirname, '../../../fixtures/media/ok.webm')))
  const view = new DataView(bytes.buffer)
  const at = bytes.findIndex((_, n) => view.getUint32(Math.min(n, bytes.length - 4)) >>> 8 === 0x448988)
  view.setFloat64(at + 3, 10_000)
  return bytes
}

async function damage(file: Blob, copied: number) {
  const tracks = await openTracks(file)
  try {
    return await damageOf(tracks, file, copied, signal)
  } finally {
    tracks.input.dispose()
  }
}

describe('damageOf', () => {
  it.each([
    [1.6, null],
    [1.1, { readable: 1.1, announced: 2 }],
  ])('accepts little less than the header of a clip of two seconds says: %d s', async (copied, expected) => {
    const path = join(import.meta.dirname, '../../../fixtures/media/ok.mp4')
    expect(await damage(new Blob([await readFile(path)]), copied)).toEqual(expected)
  })

  it('leaves room for a last frame that a copy in WebM does not count', async () => {
    const target = new BufferTarget()
    const output = new Output({ format: new WebMOutputFormat(), target })
    const source = new EncodedVideoPacketSource('vp9')
    // In a WebM, the frame rate gives the duration of each frame.
    output.addVideoTrack(source, { frameRate: 1 })
    await output.start()
    const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 }
    for (const second of [0, 1]) {
      await source.add(new EncodedPacket(new Uint8Array(99), 'key', second, 1), { decoderConfig })
    }
    await output.finalize()
    expect(await damage(new Blob([target.buffer ?? '']), 1)).toBeNull()
  })

  it('finds none in a whole Matroska file, whose duration covers more than picture and sound', async () => {
    const file = new Blob([await longerStated()])
    expect(await announcedBytes(file)).toBe(file.size)
    expect(await damage(file, 2)).toBeNull()
  })

  it('believes the duration of one that is cut off', async () => {
    const bytes = await longerStated()
    const file = new Blob([bytes.subarray(0, 0.8 * bytes.length)])
    expect(await damage(file, 1.5)).toMatchObject({ readable: 1.5, announced: expect.closeTo(10, 1) })
  })
})
