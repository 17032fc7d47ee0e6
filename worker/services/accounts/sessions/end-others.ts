import { sql } from 'drizzle-orm'
import { batchNamed } from '#db/batch-named'
import { type Condition, condition } from '#db/conditions'
import { deleteChallengesOf } from '#db/queries/accounts/mail-tokens'
import { deleteUnconfirmedTotp } from '#db/queries/accounts/second-factor'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import { AppError } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { UserActor, UserContext } from '../../context'

/** Signs the account out everywhere but here. Returns the actor that the session's next token describes. */
export async function endOtherSessions({ actor, db, now }: UserContext): Promise<UserActor> {
  const onlyIf = whereSessionCurrent(actor)
  const kept = { id: actor.sessionId, nextId: randomId(), confirmedAt: actor.confirmedAt }
  const { raised } = await batchNamed(db, [
    ...endSessions(db, actor.id, now, onlyIf, kept),
    // Anything those sessions started ends with them.
    deleteChallengesOf(db, actor.id, onlyIf),
    deleteUnconfirmedTotp(db, actor.id, onlyIf),
    { raised: raiseTokenVersion(db, actor.id, onlyIf) },
  ])
  const [version] = raised
  // Another request ended all sessions at the same moment, including this one.
  if (!version) throw new AppError('unauthenticated', 'Please sign in first.')
  return { ...actor, sessionId: kept.nextId, tokenVersion: version.tokenVersion }
}

/**
 * Returns a condition that holds while the current session is valid, so that a statement does nothing once
 * the session was ended.
 */
export function whereSessionCurrent({ id, tokenVersion }: UserActor): Condition {
  return condition(
    sql`exists (select 1 from users u where u.id = ${id} and u.token_version = ${tokenVersion})`,
  )
}
