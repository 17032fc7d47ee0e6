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
    subject: claim.granted ? 'Your payment was confirmed' : 'Your payment could not be confirmed',
    body: emailText(ctx, null, [
      claim.granted
        ? 'We found the payment that you told us about. Your membership is active.'
        : "We couldn't match the reference that you gave us with a payment to us. Nothing was activated.",
      ...(claim.note ? [`Our note: ${claim.note}`] : []),
      ...(claim.granted
        ? []
        : [`If you did pay, answer with your bank's proof of the payment to ${ctx.settings.contactEmail}.`]),
      `Your payments: ${accountAddress(ctx)}`,
    ]),
  })
}
