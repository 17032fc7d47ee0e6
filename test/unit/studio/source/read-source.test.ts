import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyProtected } from '#contract/values/videos/codec-names'
import { cannotTrim, cutOff, empty, noPicture, unreadable } from '#web/studio/source/refusal'
import type { SoundChoice } from '#web/studio/source/sounds'
import { readSource } from '#web/studio/source/source'
import { probeVideo } from '#worker/formats/probe/probe'

const limits = { minDuration: 1, maxDuration: 3600, maxUploadBytes: 2e9 }

async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, '../../../fixtures/media', name))])
}

/** Returns a file whose nth sample description has another name. */
async function renamed(file: Blob, from: string, to: string, nth: number): Promise<Blob> {
  const bytes = Buffer.from(await file.arrayBuffer())
  let at = -1
  for (let found = 0; found < nth; ) {
    at = bytes.indexOf(from, at + 1, 'latin1')
    if (at < 0) throw new Error(`There is no ${from}.`)
    // Behind its size, in a table of descriptions.
    if (bytes.toString('latin1', at - 16, at - 12) === 'stsd') found++
  }
  bytes.write(to, at, 'latin1')
  // AAC is also named in a box of its own.
  if (from === 'mp4a') bytes.write('free', bytes.indexOf('esds', at, 'latin1'), 'latin1')
  return new Blob([bytes])
}

/** Returns a file whose nth sound in AAC has another codec. */
async function withCodec(file: Blob, codec: string, nth: number): Promise<Blob> {
  return renamed(file, 'mp4a', codec, nth)
}

/** Returns what the server reads. */
async function videoCodecs(bytes: Uint8Array): Promise<string[]> {
  const read = async (start: number, length: number) => new Uint8Array(bytes.subarray(start, start + length))
  const { video } = await probeVideo(read, bytes.length)
  return video.map(({ codec }) => codec)
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

  it.each([
    ['avc1', 'encv'],
    ['avc1', 'drmi'],
    ['mp4a', 'enca'],
    ['mp4a', 'drms'],
  ])('refuses copy protection: %s as %s', async (from, to) => {
    const file = await renamed(await fixture('ok.mp4'), from, to, 1)
    await expect(readSource(file, limits)).rejects.toThrow(copyProtected)
  })

  it('refuses copy protection that says which codec is below it', async () => {
    const file = await renamed(await fixture('ok.mp4'), 'avc1', 'encv', 1)
    const bytes = Buffer.from(await file.arrayBuffer())
    bytes.write('frmaavc1', bytes.indexOf('pasp', 0, 'latin1'), 'latin1')
    await expect(readSource(new Blob([bytes]), limits)).rejects.toThrow(copyProtected)
    expect(await videoCodecs(bytes)).toEqual(['encv'])
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
    ['mpeg4.mp4', /^This video uses MPEG-4 Part 2, .* Convert it to H\.264 \(MP4\) and try again\.$/],
    ['avi.mp4', /^This file is AVI, .* Convert it to MP4 \(H\.264\) and try again\.$/],
    ['poster.jpg', /^This file is an image\. Choose a video\.$/],
  ])('refuses %s with what to do about it', async (name, sentence) => {
    await expect(readSource(await fixture(name), limits)).rejects.toThrow(sentence)
  })

  it('takes the first sound that can be read, and says which', async () => {
    const [aac, apac] = [
      { format: 'AAC', language: null, canRead: true },
      { format: 'Apple Positional Audio', language: null, canRead: false },
    ]
    const file = await fixture('cmaf-two-sounds.mp4')
    const soundsOf = async (video: Blob, sound?: SoundChoice) => {
      const { sounds, plan, audio, input } = await readSource(
        video,
        limits,
        sound === undefined ? {} : { sound },
      )
      const number = audio?.number
      input.dispose()
      return { ...sounds, number, planned: plan.sound }
    }
    expect(await soundsOf(file)).toEqual({ found: [aac, aac], taken: 0, number: 1, planned: 'copy' })
    expect(await soundsOf(file, 1)).toEqual({ found: [aac, aac], taken: 1, number: 2, planned: 'copy' })
    expect(await soundsOf(file, 'none')).toMatchObject({ found: [aac, aac], taken: null, planned: 'none' })
    const spatial = await withCodec(file, 'apac', 1)
    expect(await soundsOf(spatial)).toEqual({ found: [apac, aac], taken: 1, number: 2, planned: 'copy' })
    await expect(soundsOf(spatial, 0)).rejects.toThrow(/^This video's audio is Apple Positional Audio, /)
    const unread = await withCodec(spatial, 'alac', 1)
    expect(await soundsOf(unread)).toMatchObject({ taken: null, planned: 'none' })
    expect((await soundsOf(unread)).found.map(({ format }) => format)).toEqual([
      'Apple Positional Audio',
      'ALAC',
    ])
    expect(await soundsOf(await fixture('ac3.mp4'))).toMatchObject({
      found: [{ format: 'AC-3', canRead: false }],
      taken: null,
    })
  })

  it('names a picture that cameras write, and passes over it where there is a video as well', async () => {
    const file = await fixture('cmaf-two-pictures.mp4')
    await expect(
      readSource(await renamed(await fixture('ok.mp4'), 'avc1', 'jpeg', 1), limits),
    ).rejects.toThrow(/^This video uses Motion JPEG, /)
    const { video, input } = await readSource(await renamed(file, 'avc1', 'jpeg', 1), limits)
    expect(await video.getCodec()).toBe('avc')
    input.dispose()
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
    const photo = new Blob(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'])
    await expect(readSource(photo, limits)).rejects.toThrow('This file is an image. Choose a video.')
    const camcorder = new Blob([`....G${'.'.repeat(187)}`.repeat(3)])
    await expect(readSource(camcorder, limits)).rejects.toThrow(
      /^This file is AVCHD, which browsers can't play/,
    )
    await expect(readSource(new Blob(['\x06\x0e+4\x02']), limits)).rejects.toThrow(/^This file is MXF, /)
  })

  it('says what is missing for a trim, and copies when the cut leaves nothing out', async () => {
    const file = await fixture('ok.mp4')
    await expect(readSource(file, limits, { cut: { start: 0.5, end: 2 } })).rejects.toThrow(cannotTrim)
    const { plan, input } = await readSource(file, limits, { cut: { start: 0, end: 2 } })
    expect(plan.picture).toBe('copy')
    input.dispose()
  })
})
