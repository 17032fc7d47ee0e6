import { deleteSession } from '#db/queries/accounts/sessions'
import { revokeSession } from '#db/queries/shared/revocations'
import type { UserContext } from '../../context'

/** Signs out. Media URLs opened with the session's token stop working within seconds. */
export async function endSession(ctx: UserContext): Promise<void> {
  const { sessionId } = ctx.actor
  await ctx.db.batch([deleteSession(ctx.db, sessionId), revokeSession(ctx.db, sessionId, ctx.now)])
}
