import type { ErrorCode } from '../../contract/values/errors'
import { maxImageBytes, maxOpenUploads } from '../../contract/values/limits'
import { formatBytes } from '../../contract/values/units'
import { type UploadKind, uploadTypes } from '../../contract/values/videos'

export interface UploadRequest {
  kind: UploadKind
  /** Bytes. */
  size: number
  contentType: string
}

/** What an account holds: bytes stored and reserved by uploads under way, and how many of this kind are open. */
export interface UploadLoad {
  bytes: number
  open: number
}

export interface Refusal {
  code: ErrorCode
  detail: string
}

/**
 * How many uploads of a kind may be open. A picture is one part and needs no bound of its own: the quota and the
 * hourly limit hold it, and a poster must not wait for the videos, nor block them when its page is closed.
 */
export const openLimits: Record<UploadKind, number> = {
  video: maxOpenUploads,
  image: Number.MAX_SAFE_INTEGER,
}

/** Refusals that need nothing but the request. */
export function fileRefusal(request: UploadRequest, settings: { maxUploadBytes: number }): Refusal | null {
  if (!uploadTypes[request.kind].includes(request.contentType)) {
    const accepted = request.kind === 'video' ? 'MP4 or WebM videos' : 'JPEG, PNG or WebP pictures'
    return { code: 'unsupported_media', detail: `Only ${accepted} are accepted.` }
  }
  const most = request.kind === 'video' ? settings.maxUploadBytes : maxImageBytes
  if (request.size <= most) return null
  const what = request.kind === 'video' ? 'Videos' : 'Pictures'
  const detail = `${what} may be ${formatBytes(most)} large; this one is ${formatBytes(request.size)}.`
  return { code: 'too_large', detail }
}

/** Refusals for lack of room. */
export function roomRefusal(
  request: UploadRequest,
  load: UploadLoad,
  settings: { quotaBytes: number },
): Refusal | null {
  const left = Math.max(0, settings.quotaBytes - load.bytes)
  if (request.size > left) {
    const detail = `This file is ${formatBytes(request.size)}, and ${formatBytes(left)} of your ${formatBytes(settings.quotaBytes)} are left. Delete a video or cancel an upload first.`
    return { code: 'quota_exceeded', detail }
  }
  if (load.open < openLimits[request.kind]) return null
  const detail = `You have ${load.open} uploads under way. Finish or cancel one of them first.`
  return { code: 'conflict', detail }
}
