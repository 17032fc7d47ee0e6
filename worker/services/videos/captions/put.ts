import type { Caption } from '#contract/schemas/videos/video'
import { formatBytes } from '#contract/values/shared/bytes'
import { maxCaptionTracks } from '#contract/values/videos/media'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { allowanceOf } from '../../uploads/uploaders'
import { findOwn } from './find'
import { putTrack } from './put-track'
import { tracksOf } from './view'

/** Adds or replaces captions of the caller's own video. */
export async function putCaption(
  ctx: UserContext,
  videoId: number,
  language: string,
  file: Uint8Array,
): Promise<Caption[]> {
  const video = await findOwn(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(ctx.actor.id))
  const { quotaBytes } = await allowanceOf(ctx, ctx.actor.id)
  const result = await putTrack(ctx, video, { language, file, quotaBytes })
  if (result === 'no room') {
    const detail = `Your ${formatBytes(quotaBytes)} are used up. Delete a video for good or cancel an upload first.`
    throw new AppError('quota_exceeded', detail)
  }
  if (result === 'refused') {
    await findOwn(ctx, videoId)
    throw tooManyTracks()
  }
  return tracksOf(ctx, video)
}

export function tooManyTracks(): AppError {
  return new AppError('conflict', `A video may have captions in ${maxCaptionTracks} languages.`)
}
