import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { EncodedPacketSink } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { wholePart } from '#web/studio/prepare/recording'
import { openTracks } from '#web/studio/source/source'

async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, '../../../fixtures/media', name))])
}

/** Reads every frame of a file. Returns where the last one ends, and the duration shown to viewers. */
async function readAll(file: Blob) {
  const { input, video, span } = await openTracks(file)
  let end = 0
  let frames = 0
  for await (const packet of new EncodedPacketSink(video).packets()) {
    expect(packet.data.byteLength).toBe(packet.byteLength)
    end = Math.max(end, packet.timestamp + packet.duration)
    frames += 1
  }
  input.dispose()
  return { frames, end, duration: span.end }
}

describe('wholePart', () => {
  // The end of the first piece: nothing can be saved below it.
  it.each([
    ['recorded.webm', 3972],
    ['fragmented.mp4', 4310],
  ])('of any part of %s from the start is a video with a true duration', async (name, least) => {
    const whole = await fixture(name)
    const { frames } = await readAll(await wholePart(whole))
    expect(frames).toBe(20)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: least, max: whole.size }), async (size) => {
        const read = await readAll(await wholePart(whole.slice(0, size)))
        expect(read.frames).toBeGreaterThan(0)
        expect(read.duration).toBeCloseTo(read.end, 2)
      }),
      { numRuns: 60 },
    )
  })

  it('ends an MP4 behind the last piece that is whole, and keeps its type', async () => {
    const bytes = await (await fixture('fragmented.mp4')).arrayBuffer()
    const whole = new Blob([bytes], { type: 'video/mp4' })
    const cut = await wholePart(whole.slice(0, whole.size - 2000, 'video/mp4'))
    expect(cut.type).toBe('video/mp4')
    expect((await readAll(cut)).frames).toBe(10)
  })

  it.each(['fragmented.mp4', 'ok.mp4', 'moov-last.mp4', 'recorded.webm'])(
    'leaves %s as it is',
    async (name) => {
      const whole = await fixture(name)
      expect((await wholePart(whole)).size).toBe(whole.size)
    },
  )
})
