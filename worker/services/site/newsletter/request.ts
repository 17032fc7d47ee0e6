import { day } from '#contract/values/shared/time'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { askingKeyStart, requestNews, whereAwaitingConfirmation } from '#db/queries/site/newsletter'
import { linkTo, newToken } from '../../accounts/mail-links'
import type { ServiceContext } from '../../context'
import { emailText, kickMail, queueMail } from '../../shared/mail'
import { enforceLimits } from '../../shared/rate-limits'

/**
 * Emails a confirmation link. The response is the same for every address; work that depends on an existing
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
    subject: 'Confirm your newsletter subscription',
    body: emailText(ctx, null, [
      'We received a request to subscribe this address to our newsletter.',
      `To confirm, open this page and select Subscribe: ${linkTo(ctx, '/confirm-newsletter', token)}`,
      `The link expires in ${newsConfirmMs / day} days. If you didn't request this, ignore this email. You won't be subscribed, and we'll delete your address.`,
    ]),
  }
  await ctx.db.batch([
    requestNews(ctx.db, { email, emailCanonical, confirmHash }, ctx.now),
    queueMail(ctx, mail, whereAwaitingConfirmation(confirmHash)),
  ])
  await kickMail(ctx)
}
