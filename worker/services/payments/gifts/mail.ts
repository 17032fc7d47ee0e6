import { giftName } from '#contract/values/payments/gifts'
import type { ServiceContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'

interface Member {
  username: string
  email: string
}

interface Told {
  id: string
  days: number
  reason: string
  /** End of the account's premium, with or without the gift. */
  until: number
}

export function giftMail(
  ctx: ServiceContext,
  { username, email }: Member,
  { id, days, reason, until }: Told,
) {
  return queueMail(ctx, {
    dedupeKey: `gift:${id}`,
    to: email,
    subject: 'A gift for your account',
    body: emailText(ctx, username, [
      `We've given you ${days} ${days === 1 ? 'day' : 'days'} of premium. It costs nothing and doesn't renew.`,
      `The reason: ${reason}`,
      `Your premium is active until ${dateText(until)}: ${subscription(ctx)}`,
    ]),
  })
}

export function giftRevokedMail(
  ctx: ServiceContext,
  { username, email }: Member,
  { id, days, reason, until }: Told,
) {
  return queueMail(ctx, {
    dedupeKey: `gift-revoked:${id}`,
    to: email,
    subject: 'A gift was revoked',
    body: emailText(ctx, username, [
      `We took back a gift to your account: ${giftName(days)}.`,
      `The reason: ${reason}`,
      until > ctx.now
        ? `What you paid for stays. Your premium is active until ${dateText(until)}: ${subscription(ctx)}`
        : `Your premium has ended: ${subscription(ctx)}`,
      `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`,
    ]),
  })
}

function subscription({ config }: ServiceContext): string {
  return `${config.siteOrigin}/account?tab=subscription`
}
