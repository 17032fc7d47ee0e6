import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionOptions,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { checkCut } from '#web/studio/prepare/check-cut'
import { leaky } from '#web/studio/source/refusal'

async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, '../../../fixtures/media', name))])
}

/** Copies a part of a file packet by packet, as most tools do. */
async function copied(trim: ConversionOptions['trim']): Promise<Blob> {
  const input = new Input({ source: new BlobSource(await fixture('ok.mp4')), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({ input, output, ...(trim ? { trim } : {}), showWarnings: false })
  await conversion.execute()
  return new Blob([target.buffer ?? new ArrayBuffer()])
}

describe('checkCut', () => {
  it('takes a file all of which is shown', async () => {
    await checkCut(await fixture('silent.mp4'), 2)
    await checkCut(await fixture('fragmented.mp4'), 2.3)
  })

  it('refuses a file that shows more', async () => {
    await expect(checkCut(await fixture('silent.mp4'), 1.9)).rejects.toThrow(leaky)
  })

  it('refuses frames that an edit list hides before the start', async () => {
    // Key frames are a second apart: a copy from 0.5 s on includes the half second before.
    const file = await copied({ start: 0.5, end: 2 })
    await expect(checkCut(file, 1.5)).rejects.toThrow(leaky)
  })

  it('refuses media that belong to no sample', async () => {
    const file = await fixture('silent.mp4')
    const hidden = new Uint8Array(64)
    hidden.set([0, 0, 0, 64, ...[...'mdat'].map((letter) => letter.charCodeAt(0))])
    await expect(checkCut(new Blob([file, hidden]), 2)).rejects.toThrow(leaky)
  })
})
