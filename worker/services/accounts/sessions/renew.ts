import { batchNamed } from '#db/batch-named'
import { renewSessionOf } from '#db/queries/accounts/sessions'
import { AppError } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { UserActor, UserContext } from '../../context'

/**
 * Records that the password was entered again, and gives the session a new ID, so that copies of its old
 * cookie stop working. Returns the actor that its next token describes.
 */
export async function renewSession({ actor, db, now }: UserContext): Promise<UserActor> {
  const kept = { id: actor.sessionId, nextId: randomId(), confirmedAt: now }
  const { renewed } = await batchNamed(db, renewSessionOf(db, actor.id, now, kept))
  // Another request ended the session at the same moment.
  if (renewed.length === 0) throw new AppError('unauthenticated', 'Please sign in first.')
  return { ...actor, sessionId: kept.nextId, confirmedAt: now }
}
