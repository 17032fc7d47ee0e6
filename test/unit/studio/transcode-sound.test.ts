import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import {
  BlobSource,
  BufferTarget,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { Cut } from '#web/studio/source/cut'
import { openTracks } from '#web/studio/source/source'
import { copySound } from '#web/studio/transcode/transcode-sound'
import { makeInStep } from '#web/studio/transcode/transcode-step'

async function openSound(file: Blob) {
  const { input, audio } = await openTracks(file)
  if (!audio) throw new Error('There is no sound.')
  return { input, audio }
}

async function packetsOf(audio: InputAudioTrack) {
  const packets: { start: number; end: number; bytes: string }[] = []
  for await (const { timestamp, duration, data } of new EncodedPacketSink(audio).packets()) {
    packets.push({ start: timestamp, end: timestamp + duration, bytes: Buffer.from(data).toString('base64') })
  }
  return packets
}

async function copied(audio: InputAudioTrack, cut: Cut): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const making = await copySound(audio, cut, output)
  await output.start()
  await makeInStep([making], { signal: new AbortController().signal, onTime: () => {} })
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()])
}

describe('copySound', () => {
  it('copies what lies within the cut, at its time, and no packet that tells of more', async () => {
    const file = new Blob([await readFile(join(import.meta.dirname, '../../fixtures/media/ok.mp4'))])
    const { input, audio } = await openSound(file)
    const all = await packetsOf(audio)
    const second = fc.double({ min: 0, max: 1.7, noNaN: true })
    const length = fc.double({ min: 0.2, max: 2, noNaN: true })
    await fc.assert(
      fc.asyncProperty(second, length, async (start, seconds) => {
        const cut = { start, end: Math.min(2, start + seconds) }
        const made = await readSound(await copied(audio, cut))
        const expected = all.filter(
          (packet) => packet.start >= cut.start && 2 * packet.end - packet.start <= cut.end,
        )
        expect(made.map(({ bytes }) => bytes)).toEqual(expected.map(({ bytes }) => bytes))
        made.forEach((packet, index) => {
          expect(packet.start).toBeCloseTo((expected[index]?.start ?? Number.NaN) - cut.start, 3)
        })
      }),
      { numRuns: 40 },
    )
    input.dispose()
  })
})

/** Reads the sound of a file; there is no picture here. */
async function readSound(file: Blob) {
  const input = new Input({ source: new BlobSource(file), formats: [MP4] })
  const audio = await input.getPrimaryAudioTrack()
  const packets = audio ? await packetsOf(audio) : []
  input.dispose()
  return packets
}
