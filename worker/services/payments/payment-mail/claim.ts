import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface DecidedClaim {
  recipient: string
  claimId: string
  granted: boolean
  /** The administrator's note to the member. */
  note: string | null
}

/** Emails the decision on a claim. Returns a statement for the batch that decides. */
export function claimMail(ctx: ServiceContext, claim: DecidedClaim) {
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
