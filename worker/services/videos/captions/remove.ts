import {
  deleteCaption,
  doomCaption,
  revokeCaption,
  whereEditableBy,
} from '../../../../db/queries/videos/captions'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/limits'
import { enqueueSweep } from '../../shared/objects'
import { findOwn } from './internal'

/** Takes a video's captions in a language away, its addresses at once and its object by a job. Asking twice is once. */
export async function removeCaption(ctx: UserContext, videoId: number, language: string): Promise<void> {
  const { actor, db, now } = ctx
  await findOwn(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(actor.id))
  const onlyIf = whereEditableBy(videoId, actor.id)
  await db.batch([
    revokeCaption(db, videoId, language, now, onlyIf),
    doomCaption(db, videoId, language, now, onlyIf),
    deleteCaption(db, videoId, language, onlyIf),
  ])
  ctx.defer(enqueueSweep(ctx))
}
