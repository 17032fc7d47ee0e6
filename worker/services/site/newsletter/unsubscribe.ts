import { leaveNews } from '#db/queries/site/newsletter'
import { leaveDigest } from '#db/queries/site/notices'
import { linkDead } from '../../accounts/mail-links'
import type { ServiceContext } from '../../context'
import { readLeaveToken } from './leave-token'

/** Ends a subscription and deletes the address, or turns an account's daily email off. Safe to repeat. */
export async function unsubscribe(ctx: ServiceContext, token: string): Promise<void> {
  const left = readLeaveToken(ctx, token)
  if (left === null) throw linkDead()
  if (left.from === 'digest') await leaveDigest(ctx.db, left.id)
  else await ctx.db.batch(leaveNews(ctx.db, left.id))
}
