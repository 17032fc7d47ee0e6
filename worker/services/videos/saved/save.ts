import type { SaveState } from '#contract/schemas/videos/video'
import { libraryMessages, savedMax } from '#contract/values/videos/library'
import { batchNamed } from '#db/batch-named'
import { deleteSaved, insertSaved, savedOf } from '#db/queries/videos/library/saved'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findVisible } from '../model/find'

/** Saves a video for later, an unlisted one with its key. Safe to repeat. */
export async function saveVideo(ctx: UserContext, videoId: number, key?: string): Promise<SaveState> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'save', String(actor.id))
  const video = await findVisible(ctx, videoId, key)
  const { saved } = await batchNamed(db, [
    ...insertSaved(db, actor.id, video, now, savedMax),
    { saved: savedOf(db, actor.id, videoId) },
  ])
  if (saved.length === 0) throw new AppError('conflict', libraryMessages.savedFull)
  return { saved: true }
}

/** Removes a saved video, even if the account may no longer see it. A video that isn't saved counts as removed. */
export async function unsaveVideo(ctx: UserContext, videoId: number): Promise<SaveState> {
  await enforceLimit(ctx, 'save', String(ctx.actor.id))
  await ctx.db.batch(deleteSaved(ctx.db, ctx.actor.id, videoId, ctx.now))
  return { saved: false }
}
