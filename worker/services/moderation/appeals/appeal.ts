import type { Appeal, OwnRemoval } from '#contract/schemas/moderation/safety'
import { appealMs } from '#contract/values/moderation/safety'
import { appealRemoval as appealStatement } from '#db/queries/moderation/removals'
import { removalById } from '#db/queries/moderation/takedown'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { repeatMs } from '../../shared/time'
import { findOwn } from './own'
import { ownRemovalView } from './view'

/** Records the uploader's only appeal against a removal. The video stays down while it is open. */
export async function appealRemoval(ctx: UserContext, id: number, { text }: Appeal): Promise<OwnRemoval> {
  const { actor, db, now } = ctx
  const removal = await findOwn(ctx, id)
  const [appealed] = await appealStatement(
    db,
    { id, ownerId: actor.id, text },
    { now, removedAfter: now - appealMs },
  )
  if (appealed) return ownRemovalView(ctx, appealed)
  // Sent again after a lost answer.
  const [current] = await removalById(db, id)
  const isAgain = current?.appealText === text && (current.appealedAt ?? 0) > now - repeatMs
  if (isAgain && current.appealStatus === 'open') return ownRemovalView(ctx, current)
  throw removal.removedAt + appealMs <= now && removal.appealedAt === null
    ? new AppError('gone', 'The appeal period has ended.')
    : new AppError('conflict', "You've already appealed this removal, or it's been reversed.")
}
