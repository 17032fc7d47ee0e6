import type { AudioCodec, VideoCodec } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { durationInWords } from '#contract/values/shared/duration-words'
import { nameOf, nameOfPicture, planCopy, planEncode } from '#web/studio/source/container'
import { checkDuration, checkSize } from '#web/studio/source/limits'

const high = 'avc1.64001f'

describe('planCopy', () => {
  it.each<[VideoCodec, AudioCodec | undefined, string]>([
    ['avc', 'aac', 'mp4'],
    ['avc', 'mp3', 'mp4'],
    ['avc', 'opus', 'mp4'],
    ['avc', undefined, 'mp4'],
    ['vp8', 'vorbis', 'webm'],
    ['vp9', 'opus', 'webm'],
    ['av1', undefined, 'webm'],
  ])('puts %s with %s into %s', (video, audio, container) => {
    const sound = audio === undefined ? 'none' : 'copy'
    expect(planCopy({ video, parameters: high, audio })).toEqual({ container, picture: 'copy', sound })
  })

  it.each<[VideoCodec | null, string | null, AudioCodec | null | undefined]>([
    ['hevc', 'hvc1.1.6.L93.B0', 'aac'],
    ['prores', 'apch', undefined],
    [null, null, 'aac'],
    // High 10 and High 4:4:4, which few decoders support.
    ['avc', 'avc1.6e001f', 'aac'],
    ['avc', 'avc1.f4001f', 'aac'],
    ['avc', null, 'aac'],
    ['avc', high, 'ac3'],
    ['avc', high, 'vorbis'],
    ['avc', high, null],
    ['av1', 'av01.0.04M.08', 'aac'],
  ])('has no container for %s %s with %s', (video, parameters, audio) => {
    expect(planCopy({ video, parameters, audio })).toBeNull()
  })
})

describe('planEncode', () => {
  it.each<[VideoCodec, string, AudioCodec | undefined, boolean, string, string]>([
    ['avc', high, 'flac', false, 'copy', 'encode'],
    ['avc', high, 'pcm-s16', false, 'copy', 'encode'],
    ['avc', 'avc1.6e001f', 'aac', false, 'encode', 'copy'],
    ['hevc', 'hvc1.1.6.L93.B0', undefined, false, 'encode', 'none'],
    ['vp9', 'vp09.00.10.08', 'aac', false, 'encode', 'copy'],
    ['vp9', 'vp09.00.10.08', 'opus', true, 'encode', 'encode'],
    ['avc', high, 'aac', true, 'encode', 'copy'],
    // Its packets depend on each other, so a copy would include some of the removed part.
    ['avc', high, 'mp3', true, 'encode', 'encode'],
  ])('of %s %s with %s, cut: %s, has the picture %s and the sound %s', (...row) => {
    const [video, parameters, audio, isCut, picture, sound] = row
    expect(planEncode({ video, parameters, audio }, isCut)).toEqual({ container: 'mp4', picture, sound })
  })
})

describe('names', () => {
  it('are those that people know', () => {
    const named = [nameOf('ac3', 'ac-3'), nameOf(null, 'alac'), nameOf(null, 'wxyz'), nameOf(null, null)]
    expect(named).toEqual(['AC-3', 'ALAC', 'wxyz', 'an unknown format'])
    expect(nameOfPicture({ video: 'avc', parameters: high, audio: undefined })).toBe('H.264')
    expect(nameOfPicture({ video: 'avc', parameters: 'avc1.6e001f', audio: undefined })).toBe(
      'H.264 with 10 bits or rare colours',
    )
  })
})

describe('limits', () => {
  const limits = { minDuration: 30, maxDuration: 3600, maxUploadBytes: 2e9 }

  it('takes what is exactly at the limits', () => {
    checkDuration(30, limits)
    checkDuration(3600, limits)
    checkSize(2e9, limits)
  })

  it('says what is too much or too little', () => {
    expect(() => checkDuration(29.9, limits)).toThrow('it must last at least 30 seconds.')
    expect(() => checkDuration(3725, limits)).toThrow(
      'This video lasts 1:02:05; it may last at most 60 minutes.',
    )
    expect(() => checkSize(2e9 + 1e8, limits)).toThrow('This file is 2.1 GB. You can upload up to 2 GB.')
  })

  it('speaks of one second and one minute', () => {
    expect([
      durationInWords(1),
      durationInWords(60),
      durationInWords(90),
      durationInWords(120),
      durationInWords(86_400),
    ]).toEqual(['1 second', '1 minute', '1:30', '2 minutes', '24 hours'])
  })
})
