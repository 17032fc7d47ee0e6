import { describe, expect, it } from 'vitest'
import { formatBytes } from '#contract/values/shared/bytes'
import { maxImageBytes } from '#contract/values/shared/limits'
import { renditionsPerUpload } from '#contract/values/uploads/allowance'
import { uploadTypes } from '#contract/values/uploads/upload'
import { maxPreviewBytes, maxTrailerBytes } from '#contract/values/videos/media'
import { maxAvatarBytes } from '#contract/values/videos/profiles'
import { fileRefusal, roomRefusal, type UploadRequest } from '#worker/policy/quota'

const video: UploadRequest = { kind: 'video', size: 1000, contentType: 'video/mp4' }
const image: UploadRequest = { kind: 'image', size: 1000, contentType: 'image/png' }
const rendition: UploadRequest = { ...video, kind: 'rendition' }
const storyboard: UploadRequest = { ...image, kind: 'storyboard', contentType: 'image/jpeg' }
const preview: UploadRequest = { ...video, kind: 'preview' }
const settings = { maxUploadBytes: 4_000_000_000, quotaBytes: 50_000_000_000, openUploads: 20 }

describe('fileRefusal', () => {
  it.each([
    video,
    image,
    { ...video, contentType: 'video/webm', size: settings.maxUploadBytes },
    { ...image, contentType: 'image/jpeg', size: maxImageBytes },
    { ...image, contentType: 'image/webp' },
    { ...rendition, size: settings.maxUploadBytes },
    { ...storyboard, size: maxImageBytes },
    { ...preview, size: maxPreviewBytes },
  ])('accepts %o', (request) => {
    expect(fileRefusal(request, settings)).toBeNull()
  })

  it.each([
    { ...video, contentType: 'image/png' },
    { ...image, contentType: 'video/mp4' },
    { ...video, contentType: 'VIDEO/MP4' },
    { ...video, contentType: 'video/quicktime' },
    { ...image, contentType: 'image/svg+xml' },
    { ...rendition, contentType: 'video/webm' },
    { ...storyboard, contentType: 'image/png' },
    { ...preview, contentType: 'video/webm' },
  ])('refuses the type of %o', (request) => {
    expect(fileRefusal(request, settings)?.code).toBe('unsupported_media')
  })

  it.each([
    ['video', 'MP4 or WebM videos', 'Videos', settings.maxUploadBytes],
    ['image', 'JPEG, PNG or WebP pictures', 'Pictures', maxImageBytes],
    ['blurred', 'JPEG pictures', 'Blurred pictures', maxImageBytes],
    ['rendition', 'MP4 renditions', 'Videos', settings.maxUploadBytes],
    ['storyboard', 'JPEG storyboards', 'Storyboards', maxImageBytes],
    ['preview', 'MP4 previews', 'Previews', maxPreviewBytes],
    ['trailer', 'MP4 trailers', 'Trailers', maxTrailerBytes],
    ['avatar', 'JPEG, PNG or WebP pictures', 'Profile pictures', maxAvatarBytes],
  ] as const)('says of a %s what is accepted, and how large it may be', (kind, accepted, plural, most) => {
    const contentType = uploadTypes[kind][0] ?? ''
    expect(fileRefusal({ kind, contentType: 'text/html', size: 1 }, settings)).toEqual({
      code: 'unsupported_media',
      detail: `Only ${accepted} are accepted.`,
    })
    expect(fileRefusal({ kind, contentType, size: most }, settings)).toBeNull()
    const size = most + 5_000_000
    expect(fileRefusal({ kind, contentType, size }, settings)).toEqual({
      code: 'too_large',
      detail: `${plural} may be ${formatBytes(most)} large; this one is ${formatBytes(size)}.`,
    })
  })

  it('lets only a poster come in several widths', () => {
    const pictures = { widths: [640] }
    expect(fileRefusal({ ...image, pictures }, settings)).toBeNull()
    for (const request of [storyboard, preview, video]) {
      expect(fileRefusal({ ...request, pictures }, settings)).toEqual({
        code: 'unsupported_media',
        detail: 'Only a poster comes in several widths.',
      })
    }
  })

  it('says how large a file may be, and how large it is', () => {
    expect(fileRefusal({ ...video, size: 4_200_000_000 }, settings)).toEqual({
      code: 'too_large',
      detail: 'Videos may be 4 GB large; this one is 4.2 GB.',
    })
    for (const request of [
      { ...image, size: maxImageBytes + 1 },
      { ...rendition, size: settings.maxUploadBytes + 1 },
      { ...storyboard, size: maxImageBytes + 1 },
      { ...preview, size: maxPreviewBytes + 1 },
    ]) {
      expect(fileRefusal(request, settings)?.code).toBe('too_large')
    }
  })
})

describe('roomRefusal', () => {
  it('fills the quota to the last byte', () => {
    const load = { bytes: settings.quotaBytes - 1000, open: 0 }
    expect(roomRefusal(video, load, settings)).toBeNull()
    expect(roomRefusal({ ...video, size: 1001 }, load, settings)).toEqual({
      code: 'quota_exceeded',
      detail:
        'This file is 1 kB, and 1 kB of your 50 GB left. Delete a video for good or cancel an upload first.',
    })
  })

  it('never speaks of less than nothing', () => {
    const load = { bytes: settings.quotaBytes + 5_000_000, open: 0 }
    expect(roomRefusal(video, load, settings)?.detail).toContain('and 0 B of your 50 GB left')
  })

  it('bounds open videos and renditions, not what is one part', () => {
    const load = { bytes: 0, open: 20 }
    expect(roomRefusal(video, load, settings)).toEqual({
      code: 'conflict',
      detail: 'You have 20 uploads in progress. Finish or cancel one first.',
    })
    expect(roomRefusal(video, { ...load, open: 19 }, settings)).toBeNull()
    expect(roomRefusal(rendition, load, settings)).toBeNull()
    expect(roomRefusal(rendition, { ...load, open: 20 * renditionsPerUpload }, settings)?.code).toBe(
      'conflict',
    )
    for (const request of [image, storyboard, preview])
      expect(roomRefusal(request, load, settings)).toBeNull()
  })
})
