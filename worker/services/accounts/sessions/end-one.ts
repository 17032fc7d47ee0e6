import { batchNamed } from '#db/batch-named'
import { endSessionOf } from '#db/queries/accounts/sessions'
import type { UserContext } from '../../context'

/** Ends a session of the account, which may be this one. A missing one counts as ended. */
export async function endOneSession({ actor, db, now }: UserContext, sessionId: string): Promise<void> {
  await batchNamed(db, endSessionOf(db, actor.id, sessionId, now))
}
