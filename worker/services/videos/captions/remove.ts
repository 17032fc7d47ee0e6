import {
  deleteCaption,
  markCaptionForDeletion,
  revokeCaption,
  whereEditableBy,
} from '../../../../db/queries/videos/captions'
import type { UserContext } from '../../context'
import { enqueuePrune } from '../../shared/objects'
import { enforceLimit } from '../../shared/rate-limits'
import { findOwn } from './internal'

/** Removes captions in a language: the URLs at once, the object by a job. Safe to repeat. */
export async function removeCaption(ctx: UserContext, videoId: number, language: string): Promise<void> {
  const { actor, db, now } = ctx
  await findOwn(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(actor.id))
  const onlyIf = whereEditableBy(videoId, actor.id)
  await db.batch([
    revokeCaption(db, videoId, language, now, onlyIf),
    markCaptionForDeletion(db, videoId, language, now, onlyIf),
    deleteCaption(db, videoId, language, onlyIf),
  ])
  ctx.defer(enqueuePrune(ctx))
}
