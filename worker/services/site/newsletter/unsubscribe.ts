import { turnMailOff } from '#db/queries/shared/mail'
import { leaveNews } from '#db/queries/site/newsletter'
import { leaveDigest } from '#db/queries/site/notices'
import { linkDead } from '../../accounts/mail-links'
import type { ServiceContext } from '../../context'
import { readLeaveToken } from '../../shared/mail'

/**
 * Ends a subscription and deletes the address, or turns an account's daily email or emails of a kind off. Safe to
 * repeat.
 */
export async function unsubscribe(ctx: ServiceContext, token: string): Promise<void> {
  const left = readLeaveToken(ctx, token)
  if (left === null) throw linkDead()
  const { from, id } = left
  if (from === 'newsletter') await ctx.db.batch(leaveNews(ctx.db, id))
  else if (from === 'digest') await leaveDigest(ctx.db, id)
  else await turnMailOff(ctx.db, id, from)
}
