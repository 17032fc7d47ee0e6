import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { finishWebm } from '#web/studio/cut/finish-webm'
import { bytesFile } from '#web/studio/files/sync-file'
import { readerOf } from '#worker/formats/read-at'
import { stripWebm } from '#worker/formats/webm/strip'

/** Returns a rotated WebM of two pictures, like the muxer's. */
async function muxed(): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { rotation: 90 })
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 }
  for (const second of [0, 1]) {
    await source.add(new EncodedPacket(new Uint8Array(2000).fill(7), 'key', second, 1), { decoderConfig })
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

describe('finishWebm', () => {
  it('leaves nothing for the server to change, and everything else as it was', async () => {
    const file = await muxed()
    const before = file.slice()
    const stripped = await stripWebm(readerOf(before), before.length)
    const patches = 'patches' in stripped ? stripped.patches : []
    expect(patches).toHaveLength(2)

    finishWebm(bytesFile(file))
    expect(await stripWebm(readerOf(file), file.length)).toEqual({ patches: [] })
    for (const { offset, length } of patches) before.fill(0, offset, offset + length)
    expect([...file]).toEqual([...before])
  })

  it('refuses what the muxer did not write', () => {
    expect(() => finishWebm(bytesFile(new Uint8Array(2000)))).toThrow(RangeError)
  })
})
