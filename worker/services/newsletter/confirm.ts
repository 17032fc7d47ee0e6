import { newsConfirmMs } from '../../../contract/values/account'
import { confirmNews } from '../../../db/queries/newsletter'
import { hashOf, linkDead } from '../accounts/tokens'
import type { ServiceContext } from '../context'

/** Uses a mailed link. From here on the address gets the news. */
export async function confirmSubscription(ctx: ServiceContext, token: string): Promise<void> {
  const [done] = await confirmNews(ctx.db, hashOf(token), ctx.now, ctx.now - newsConfirmMs)
  if (!done) throw linkDead()
}
