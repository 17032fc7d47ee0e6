import { describe, expect, it } from 'vitest'
import { maxImageBytes } from '../../../contract/values/shared/limits'
import { renditionsPerUpload } from '../../../contract/values/uploads/allowance'
import { maxPreviewBytes } from '../../../contract/values/videos/media'
import { fileRefusal, roomRefusal, type UploadRequest } from '../../../worker/policy/quota'

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
    expect(roomRefusal(video, load, settings)?.code).toBe('conflict')
    expect(roomRefusal(video, { ...load, open: 19 }, settings)).toBeNull()
    expect(roomRefusal(rendition, load, settings)).toBeNull()
    expect(roomRefusal(rendition, { ...load, open: 20 * renditionsPerUpload }, settings)?.code).toBe(
      'conflict',
    )
    for (const request of [image, storyboard, preview])
      expect(roomRefusal(request, load, settings)).toBeNull()
  })
})
