import { batchNamed } from '../../../../db/batch-named'
import { endSessionOf } from '../../../../db/queries/accounts/sessions'
import { notFound } from '../../../errors'
import type { UserContext } from '../../context'

/** Ends a session of the account, which may be this one. */
export async function endOneSession({ actor, db, now }: UserContext, sessionId: string): Promise<void> {
  const { ended } = await batchNamed(db, endSessionOf(db, actor.id, sessionId, now))
  if (ended.length === 0) throw notFound('This session')
}
