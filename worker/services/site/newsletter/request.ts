import { day } from '../../../../contract/values/shared/time'
import { newsConfirmMs } from '../../../../contract/values/site/newsletter'
import {
  askingKeyStart,
  requestNews,
  whereAwaitingConfirmation,
} from '../../../../db/queries/site/newsletter'
import { linkTo, newToken } from '../../accounts/accounts'
import type { ServiceContext } from '../../context'
import { emailText, kickMail, queueMail } from '../../shared/mail'
import { enforceLimits } from '../../shared/rate-limits'

/**
 * Emails a confirmation link. The response is the same for every address; what depends on an existing
 * subscription happens afterwards.
 */
export async function requestSubscription(ctx: ServiceContext, email: string): Promise<void> {
  const emailCanonical = email.toLowerCase()
  await enforceLimits(ctx, [
    { action: 'newsletter', key: ctx.client.address },
    { action: 'newsletterMail', key: emailCanonical },
  ])
  ctx.defer(mailLink(ctx, email, emailCanonical))
}

async function mailLink(ctx: ServiceContext, email: string, emailCanonical: string): Promise<void> {
  const { token, hash: confirmHash } = newToken()
  const mail = {
    dedupeKey: askingKeyStart + confirmHash,
    to: email,
    subject: 'Please confirm that you want our news',
    body: emailText(ctx, null, [
      'Somebody, hopefully you, asked us to send our news to this address.',
      `To get them, open this page and press the button: ${linkTo(ctx, '/confirm-newsletter', token)}`,
      `The link is good for ${newsConfirmMs / day} days. If you didn't ask for news, do nothing: you won't get any, and we forget your address.`,
    ]),
  }
  await ctx.db.batch([
    requestNews(ctx.db, { email, emailCanonical, confirmHash }, ctx.now),
    queueMail(ctx, mail, whereAwaitingConfirmation(confirmHash)),
  ])
  await kickMail(ctx)
}
