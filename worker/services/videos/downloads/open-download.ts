import { dayOf } from '#contract/values/shared/time'
import type { VideoRow } from '#db/queries/videos/video'
import { AppError, videoNotFound } from '#worker/errors'
import { downloadClass, isOpen, mayPlay } from '#worker/policy/video-access'
import { objectId } from '#worker/storage/keys'
import type { MediaToken } from '#worker/storage/media-token'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findVisible } from '../model/find'
import { authoriseMedia } from '../playback/authorise'
import { downloadName } from './file-name'

export interface Download {
  name: string
  token: MediaToken
  /** Called while the download runs, with the milliseconds since it began. Rejects when it must stop. */
  recheck: (elapsed: number) => Promise<void>
}

/**
 * Opens a video's file for download: for members if its uploader allows it, always for its owner and staff.
 * Throws `not_found` when the caller may not know of it or there is no file; otherwise `forbidden` with the
 * reason.
 */
export async function openDownload(ctx: UserContext, id: number, key?: string): Promise<Download> {
  const { actor, now } = ctx
  const video = await findVisible(ctx, id, key)
  const access = downloadClass(video, actor)
  if (!access) throw refusal(video, ctx)
  const { sourceKey, sourceBytes, sourceType } = video
  if (!sourceKey || !sourceBytes || !sourceType) throw videoNotFound()
  await enforceLimit(ctx, 'download', String(actor.id))
  const token: MediaToken = {
    object: objectId(sourceKey),
    size: sourceBytes,
    revision: video.revision,
    class: access,
    owner: video.userId,
    day: dayOf(now),
  }
  // From the session's row, since the token may not know of a term bought elsewhere.
  const { sessionId, tokenVersion, premiumUntil, staff } = actor
  const claims = { userId: actor.id, sessionId, tokenVersion, premiumUntil, staff, issuedAt: now }
  return {
    name: downloadName(video.title, sourceType),
    token,
    recheck: (elapsed) => authoriseMedia(ctx, { token, ageVerified: true, claims }, elapsed),
  }
}

function refusal(video: VideoRow, { actor }: UserContext): AppError {
  // Its owner may know of it, but not get the file.
  if (!mayPlay(video, actor) && !isOpen(video)) return videoNotFound()
  if (!video.allowDownload) {
    return new AppError('forbidden', "The uploader doesn't allow downloads of this video.")
  }
  return new AppError('forbidden', 'Downloads are for premium members only.')
}
