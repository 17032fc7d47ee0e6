import { newsConfirmMs } from '#contract/values/site/newsletter'
import { confirmNews } from '#db/queries/site/newsletter'
import { hashOf, linkDead } from '../../accounts/mail-links'
import type { ServiceContext } from '../../context'

/** Redeems an emailed link. From here on the address gets the newsletter. */
export async function confirmSubscription(ctx: ServiceContext, token: string): Promise<void> {
  const [done] = await confirmNews(ctx.db, hashOf(token), ctx.now, ctx.now - newsConfirmMs)
  if (!done) throw linkDead()
}
