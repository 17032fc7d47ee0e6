import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface Refund {
  recipient: string
  username: string
  paymentId: string
  /** The payment's total refunds so far: a second refund gets its own email. */
  refundedMinor: number
  /** `refundedMinor`, from formatAmount. */
  amountText: string
  /** The whole payment was refunded, so its term has ended. */
  full: boolean
}

/** Returns a statement for the batch that records the refund. */
export function refundMail(ctx: ServiceContext, refund: Refund) {
  return queueMail(ctx, {
    dedupeKey: `refund:${refund.paymentId}:${refund.refundedMinor}`,
    to: refund.recipient,
    subject: 'Your refund',
    body: emailText(ctx, refund.username, [
      `We returned ${refund.amountText} of your payment ${refund.paymentId} to where it came from. Banks take up to ten days to show it.`,
      refund.full
        ? 'The term that it paid for has ended with it.'
        : 'The term that it paid for goes on as before.',
      `Your payments: ${accountAddress(ctx)}`,
    ]),
  })
}
