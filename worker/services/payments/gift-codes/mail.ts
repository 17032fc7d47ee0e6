import { giftName } from '#contract/values/payments/gifts'
import type { UserContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'

/** Tells a member that a code was redeemed with their account, in case someone else did it. */
export function giftCodeMail(
  ctx: UserContext,
  { hash, days, until }: { hash: string; days: number; until: number },
) {
  const { username, email } = ctx.actor
  return queueMail(ctx, {
    dedupeKey: `gift-code:${hash}`,
    to: email,
    subject: 'Your gift code was redeemed',
    body: emailText(ctx, username, [
      `You redeemed a gift code: ${giftName(days)}. It costs nothing and doesn't renew.`,
      `Your premium is active until ${dateText(until)}: ${ctx.config.siteOrigin}/account?tab=subscription`,
    ]),
  })
}
