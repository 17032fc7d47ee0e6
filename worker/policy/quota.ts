import { formatBytes } from '../../contract/values/shared/bytes'
import type { ErrorCode } from '../../contract/values/shared/errors'
import { maxImageBytes, maxOpenRenditions, maxOpenUploads } from '../../contract/values/shared/limits'
import { type UploadKind, uploadTypes } from '../../contract/values/uploads/uploads'
import { maxPreviewBytes, maxTrailerBytes } from '../../contract/values/videos/media'

export interface UploadRequest {
  kind: UploadKind
  /** Bytes. */
  size: number
  contentType: string
}

/**
 * An account's load: bytes stored and reserved by open uploads, and the number of open uploads of this kind.
 */
export interface UploadLoad {
  bytes: number
  open: number
}

export interface Refusal {
  code: ErrorCode
  detail: string
}

/**
 * Maximum of open uploads per kind. Pictures, previews and trailers need none beyond quota and hourly limit: a poster
 * must not wait for the videos, nor block them when its page is closed.
 */
export const openLimits: Record<UploadKind, number> = {
  video: maxOpenUploads,
  rendition: maxOpenRenditions,
  image: Number.MAX_SAFE_INTEGER,
  blurred: Number.MAX_SAFE_INTEGER,
  storyboard: Number.MAX_SAFE_INTEGER,
  preview: Number.MAX_SAFE_INTEGER,
  trailer: Number.MAX_SAFE_INTEGER,
}

/** Names in refusals. */
const words: Record<UploadKind, { accepted: string; plural: string }> = {
  video: { accepted: 'MP4 or WebM videos', plural: 'Videos' },
  image: { accepted: 'JPEG, PNG or WebP pictures', plural: 'Pictures' },
  blurred: { accepted: 'JPEG pictures', plural: 'Blurred pictures' },
  rendition: { accepted: 'MP4 renditions', plural: 'Videos' },
  storyboard: { accepted: 'JPEG storyboards', plural: 'Storyboards' },
  preview: { accepted: 'MP4 previews', plural: 'Previews' },
  trailer: { accepted: 'MP4 trailers', plural: 'Trailers' },
}

/** Returns refusals that depend on the request alone. */
export function fileRefusal(request: UploadRequest, settings: { maxUploadBytes: number }): Refusal | null {
  const { accepted, plural } = words[request.kind]
  if (!uploadTypes[request.kind].includes(request.contentType)) {
    return { code: 'unsupported_media', detail: `Only ${accepted} are accepted.` }
  }
  const most = mostBytes(request.kind, settings)
  if (request.size <= most) return null
  const detail = `${plural} may be ${formatBytes(most)} large; this one is ${formatBytes(request.size)}.`
  return { code: 'too_large', detail }
}

function mostBytes(kind: UploadKind, settings: { maxUploadBytes: number }): number {
  if (kind === 'preview') return maxPreviewBytes
  if (kind === 'trailer') return maxTrailerBytes
  return kind === 'video' || kind === 'rendition' ? settings.maxUploadBytes : maxImageBytes
}

/** Returns refusals for lack of space. */
export function roomRefusal(
  request: UploadRequest,
  load: UploadLoad,
  settings: { quotaBytes: number },
): Refusal | null {
  const left = Math.max(0, settings.quotaBytes - load.bytes)
  if (request.size > left) {
    const detail = `This file is ${formatBytes(request.size)}, and ${formatBytes(left)} of your ${formatBytes(settings.quotaBytes)} left. Delete a video for good or cancel an upload first.`
    return { code: 'quota_exceeded', detail }
  }
  if (load.open < openLimits[request.kind]) return null
  const detail = `You have ${load.open} uploads in progress. Finish or cancel one first.`
  return { code: 'conflict', detail }
}
