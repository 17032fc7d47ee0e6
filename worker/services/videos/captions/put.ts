import { createHash } from 'node:crypto'
import type { Caption } from '../../../../contract/schemas/videos/videos'
import { formatBytes } from '../../../../contract/values/shared/bytes'
import { maxCaptionTracks } from '../../../../contract/values/videos/media'
import { batchNamed } from '../../../../db/batch-named'
import {
  captionObject,
  captionsOfVideo,
  insertCaptionObject,
  markCaptionForDeletion,
  revokeCaption,
  upsertCaption,
  whereCaptionFits,
} from '../../../../db/queries/videos/captions'
import { markUnreferencedForDeletion } from '../../../../db/queries/videos/video-files'
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { AppError } from '../../../errors'
import { objectKey, randomId } from '../../../storage/keys'
import type { UserContext } from '../../context'
import { enqueuePrune } from '../../shared/objects'
import { enforceLimit } from '../../shared/rate-limits'
import { settingsRow } from '../../shared/settings'
import { findOwn } from './internal'
import { normaliseCaptions } from './normalise'
import { captionViews } from './view'

/**
 * Adds or replaces captions in a language; the same file changes nothing. One batch names the new object,
 * marks the old one for deletion and revokes its URLs.
 */
export async function putCaption(
  ctx: UserContext,
  videoId: number,
  language: string,
  file: Uint8Array,
): Promise<Caption[]> {
  const { actor, db, now } = ctx
  const video = await findOwn(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(actor.id))
  const text = normaliseCaptions(file)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const [current] = await captionObject(db, videoId, language)
  if (current?.sha256 === sha256) return tracksOf(ctx, video)

  const object = { key: objectKey(randomId()), bytes: text.length, sha256, ownerId: actor.id }
  const { quotaBytes } = await settingsRow(ctx)
  const stored = await insertCaptionObject(db, object, quotaBytes, now)
  if (stored.length === 0) {
    const detail = `Your ${formatBytes(quotaBytes)} are used up. Delete a video for good or cancel an upload first.`
    throw new AppError('quota_exceeded', detail)
  }
  const change = { videoId, userId: actor.id, language, atMost: maxCaptionTracks }
  try {
    await ctx.media.put(object.key, text, 'text/vtt')
    const onlyIf = whereCaptionFits(change)
    const { taken } = await batchNamed(db, [
      revokeCaption(db, videoId, language, now, onlyIf),
      markCaptionForDeletion(db, videoId, language, now, onlyIf),
      { taken: upsertCaption(db, change, object) },
    ])
    if (taken.length === 0) throw await refusal(ctx, videoId)
  } catch (error) {
    await markUnreferencedForDeletion(db, [object.key], now)
    throw error
  } finally {
    ctx.defer(enqueuePrune(ctx))
  }
  return tracksOf(ctx, video)
}

async function tracksOf(ctx: UserContext, video: VideoRow): Promise<Caption[]> {
  return captionViews(ctx, video, await captionsOfVideo(ctx.db, video.id))
}

async function refusal(ctx: UserContext, videoId: number): Promise<AppError> {
  await findOwn(ctx, videoId)
  return new AppError('conflict', `A video may have captions in ${maxCaptionTracks} languages.`)
}
