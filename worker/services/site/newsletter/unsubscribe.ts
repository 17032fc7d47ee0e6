import { leaveNews } from '../../../../db/queries/site/newsletter'
import { linkDead } from '../../accounts/accounts'
import type { ServiceContext } from '../../context'
import { readLeaveToken } from './leave-token'

/** Ends a subscription and forgets the address. Done twice, it is done. */
export async function unsubscribe(ctx: ServiceContext, token: string): Promise<void> {
  const id = readLeaveToken(ctx, token)
  if (id === null) throw linkDead()
  await ctx.db.batch(leaveNews(ctx.db, id))
}
