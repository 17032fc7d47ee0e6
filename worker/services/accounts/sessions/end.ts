import { deleteSession } from '../../../../db/queries/accounts/sessions'
import { revokeSession } from '../../../../db/queries/shared/revocations'
import type { UserContext } from '../../context'

/** Signs out: the session is gone, and media addresses opened with its token stop within seconds. */
export async function endSession(ctx: UserContext): Promise<void> {
  const { sessionId } = ctx.actor
  await ctx.db.batch([deleteSession(ctx.db, sessionId), revokeSession(ctx.db, sessionId, ctx.now)])
}
