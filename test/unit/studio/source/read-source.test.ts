import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cannotTrim, cutOff, empty, noPicture, unreadable } from '#web/studio/source/refusal'
import { readSource } from '#web/studio/source/source'

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 2e9 }

async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, '../../../fixtures/media', name))])
}

/** Node has neither decoder nor encoder, like a browser without WebCodecs. */
describe('readSource where nothing can be encoded', () => {
  it.each([
    ['ok.mp4', 'mp4', 'copy'],
    ['silent.mp4', 'mp4', 'none'],
    ['fragmented.mp4', 'mp4', 'none'],
    ['quicktime.mp4', 'mp4', 'none'],
    ['matroska.webm', 'mp4', 'none'],
    ['ok.webm', 'webm', 'copy'],
    ['recorded.webm', 'webm', 'none'],
  ])('copies %s into %s, sound: %s', async (name, container, sound) => {
    const source = await readSource(await fixture(name), limits)
    expect(source.plan).toEqual({ container, picture: 'copy', sound })
    expect(source.duration).toBeGreaterThan(1.9)
    expect(source.duration).toBeLessThan(2.1)
    source.input.dispose()
  })

  it('gives the size as it is shown', async () => {
    const { width, height, input } = await readSource(await fixture('rotated.mp4'), limits)
    expect([width, height]).toEqual([180, 320])
    input.dispose()
  })

  it('publishes a recording as it is rather than not at all', async () => {
    const source = await readSource(await fixture('recorded.webm'), limits, { recorded: true })
    expect(source.plan).toEqual({ container: 'webm', picture: 'copy', sound: 'none' })
    source.input.dispose()
  })

  it.each([
    ['hevc.mp4', /^This video uses HEVC, .* Convert it to H\.264 \(MP4\) and try again\.$/],
    ['ten-bit.mp4', /^This video uses H\.264 with 10 bits .* Convert it to H\.264 \(MP4\) and try again\.$/],
    ['ac3.mp4', /^This video's audio is AC-3, .* Convert it to AAC and try again\.$/],
    ['mpeg4.mp4', /^This video uses an unknown format, .* Convert it to H\.264 \(MP4\) and try again\.$/],
    ['avi.mp4', /^This file is AVI, .* Convert it to MP4 \(H\.264\) and try again\.$/],
    ['poster.jpg', /^This file is an image\. Choose a video\.$/],
  ])('refuses %s with what to do about it', async (name, sentence) => {
    await expect(readSource(await fixture(name), limits)).rejects.toThrow(sentence)
  })

  it('refuses what has sound alone, and what lost its index with its end', async () => {
    await expect(readSource(await fixture('audio-only.mp4'), limits)).rejects.toThrow(noPicture)
    const whole = await fixture('moov-last.mp4')
    await expect(readSource(whole.slice(0, whole.size / 2), limits)).rejects.toThrow(cutOff)
  })

  it('refuses what is no video, whatever its name says', async () => {
    await expect(readSource(new Blob([]), limits)).rejects.toThrow(empty)
    await expect(readSource(new Blob(['This is text.']), limits)).rejects.toThrow(unreadable)
    await expect(readSource(new Blob(['RIFF....WAVEfmt ']), limits)).rejects.toThrow(noPicture)
  })

  it('says what is missing for a trim, and copies when the cut leaves nothing out', async () => {
    const file = await fixture('ok.mp4')
    await expect(readSource(file, limits, { cut: { start: 0.5, end: 2 } })).rejects.toThrow(cannotTrim)
    const { plan, input } = await readSource(file, limits, { cut: { start: 0, end: 2 } })
    expect(plan.picture).toBe('copy')
    input.dispose()
  })
})
