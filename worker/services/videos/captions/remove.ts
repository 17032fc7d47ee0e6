import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findOwn } from './find'
import { removeTrack } from './remove-track'

/** Removes captions of the caller's own video. */
export async function removeCaption(ctx: UserContext, videoId: number, language: string): Promise<void> {
  const video = await findOwn(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(ctx.actor.id))
  await removeTrack(ctx, video, language)
}
