import { leaveNews } from '../../../../db/queries/site/newsletter'
import { linkDead } from '../../accounts/accounts'
import type { ServiceContext } from '../../context'
import { readLeaveToken } from './leave-token'

/** Ends a subscription and deletes the address. Safe to repeat. */
export async function unsubscribe(ctx: ServiceContext, token: string): Promise<void> {
  const id = readLeaveToken(ctx, token)
  if (id === null) throw linkDead()
  await ctx.db.batch(leaveNews(ctx.db, id))
}
