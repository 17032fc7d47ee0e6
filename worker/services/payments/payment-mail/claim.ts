import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { accountAddress } from './text'

export interface DecidedClaim {
  userId: number
  recipient: string
  claimId: string
  granted: boolean
  /** The administrator's note to the member. */
  note: string | null
}

/** Tells the member the decision on a claim. Returns statements for the batch that decides. */
export function tellOfClaim(ctx: ServiceContext, claim: DecidedClaim) {
  const outcome = claim.granted ? 'payment-confirmed' : 'payment-refused'
  return [claimMail(ctx, claim), notify(ctx, { userId: claim.userId, kind: 'claim', outcome })] as const
}

function claimMail(ctx: ServiceContext, claim: DecidedClaim) {
  return queueMail(ctx, {
    dedupeKey: `claim:${claim.claimId}:${claim.granted ? 'granted' : 'rejected'}`,
    to: claim.recipient,
    subject: claim.granted ? 'Your payment was confirmed' : "We couldn't confirm your payment",
    body: emailText(ctx, null, [
      claim.granted
        ? 'We found your payment. Your membership is active.'
        : "We couldn't match your reference to a payment, so we haven't activated premium.",
      ...(claim.note ? [`Our note: ${claim.note}`] : []),
      ...(claim.granted
        ? []
        : [`If you did pay, send proof of payment from your bank to ${ctx.settings.contactEmail}.`]),
      `Your payments: ${accountAddress(ctx)}`,
    ]),
  })
}
