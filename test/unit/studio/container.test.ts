import type { AudioCodec, VideoCodec } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { chooseContainer } from '../../../web/studio/container'
import { checkDuration, checkSize, spoken } from '../../../web/studio/limits'

describe('chooseContainer', () => {
  it.each<[VideoCodec, AudioCodec | undefined, string]>([
    ['avc', 'aac', 'mp4'],
    ['avc', 'mp3', 'mp4'],
    ['avc', 'opus', 'mp4'],
    ['avc', undefined, 'mp4'],
    ['vp8', 'vorbis', 'webm'],
    ['vp9', 'opus', 'webm'],
    ['av1', undefined, 'webm'],
  ])('puts %s with %s into %s', (video, audio, container) => {
    expect(chooseContainer(video, audio)).toBe(container)
  })

  it.each<[VideoCodec | null, AudioCodec | null | undefined, RegExp]>([
    [
      'hevc',
      'aac',
      /^This video uses HEVC, which most browsers can't play\. Convert it to H\.264 \(MP4\) and try again\.$/,
    ],
    [null, 'aac', /^This video uses a format that most browsers can't play\./],
    ['avc', 'ac3', /^The sound of this video is AC-3, which most browsers can't play\./],
    ['avc', null, /^The sound of this video is in a format that most browsers can't play\./],
    ['av1', 'aac', /^AV1 video with AAC sound can't be published\./],
    ['avc', 'vorbis', /^H\.264 video with Vorbis sound can't be published\./],
    ['avc', 'pcm-s16', /^The sound of this video is uncompressed sound, which/],
  ])('refuses %s with %s in words', (video, audio, sentence) => {
    expect(() => chooseContainer(video, audio)).toThrow(sentence)
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
    expect(() => checkSize(2e9 + 1e8, limits)).toThrow(
      'This file has 2.1 GB; the most that can be uploaded is 2.0 GB.',
    )
  })

  it('speaks of one second and one minute', () => {
    expect([spoken(1), spoken(60), spoken(90), spoken(120)]).toEqual([
      '1 second',
      '1 minute',
      '90 seconds',
      '2 minutes',
    ])
  })
})
