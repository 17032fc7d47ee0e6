import { formatBytes } from '#contract/values/shared/bytes'
import type { ErrorCode } from '#contract/values/shared/errors'
import { maxImageBytes } from '#contract/values/shared/limits'
import { renditionsPerUpload } from '#contract/values/uploads/allowance'
import { type UploadKind, uploadTypes } from '#contract/values/uploads/upload'
import { maxPreviewBytes, maxTrailerBytes } from '#contract/values/videos/media'
import { maxAvatarBytes } from '#contract/values/videos/profiles'

export interface UploadRequest {
  kind: UploadKind
  /** Bytes. */
  size: number
  contentType: string
  /** Announced for a poster in several widths. */
  pictures?: unknown
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
 * Returns how many uploads of a kind an account may have open. `openUploads` counts videos alone; their
 * renditions have a limit of their own. Pictures, previews and trailers need none beyond quota and hourly
 * limit: a poster must not wait for the videos, nor block them when its page is closed.
 */
export function openLimit(kind: UploadKind, { openUploads }: { openUploads: number }): number {
  if (kind === 'video') return openUploads
  return kind === 'rendition' ? openUploads * renditionsPerUpload : Number.MAX_SAFE_INTEGER
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
  avatar: { accepted: 'JPEG, PNG or WebP pictures', plural: 'Profile pictures' },
}

/** Returns refusals that depend on the request alone. */
export function fileRefusal(request: UploadRequest, settings: { maxUploadBytes: number }): Refusal | null {
  const { accepted, plural } = words[request.kind]
  if (!uploadTypes[request.kind].includes(request.contentType)) {
    return { code: 'unsupported_media', detail: `Only ${accepted} are accepted.` }
  }
  if (request.pictures !== undefined && request.kind !== 'image') {
    return { code: 'unsupported_media', detail: 'Only a poster comes in several widths.' }
  }
  const most = mostBytes(request.kind, settings)
  if (request.size <= most) return null
  const detail = `${plural} may be ${formatBytes(most)} large; this one is ${formatBytes(request.size)}.`
  return { code: 'too_large', detail }
}

function mostBytes(kind: UploadKind, settings: { maxUploadBytes: number }): number {
  if (kind === 'preview') return maxPreviewBytes
  if (kind === 'trailer') return maxTrailerBytes
  if (kind === 'avatar') return maxAvatarBytes
  return kind === 'video' || kind === 'rendition' ? settings.maxUploadBytes : maxImageBytes
}

/** Returns refusals for lack of space. */
export function roomRefusal(
  request: UploadRequest,
  load: UploadLoad,
  allowance: { quotaBytes: number; openUploads: number },
): Refusal | null {
  const left = Math.max(0, allowance.quotaBytes - load.bytes)
  if (request.size > left) {
    const detail = `This file is ${formatBytes(request.size)}, and ${formatBytes(left)} of your ${formatBytes(allowance.quotaBytes)} left. Delete a video for good or cancel an upload first.`
    return { code: 'quota_exceeded', detail }
  }
  if (load.open < openLimit(request.kind, allowance)) return null
  const detail = `You have ${load.open} uploads in progress. Finish or cancel one first.`
  return { code: 'conflict', detail }
}
