import { revokeSession } from '../../../db/queries/revocations'
import { deleteSession } from '../../../db/queries/sessions'
import type { UserContext } from '../context'

/** Signs out: the session is gone, and media addresses opened with its token stop within seconds. */
export async function endSession(ctx: UserContext): Promise<void> {
  const { sessionId } = ctx.actor
  await ctx.db.batch([deleteSession(ctx.db, sessionId), revokeSession(ctx.db, sessionId, ctx.now)])
}
