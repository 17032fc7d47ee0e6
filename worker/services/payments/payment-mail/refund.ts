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
      `We've refunded ${refund.amountText} of your payment ${refund.paymentId} to your original payment method. It can take up to ten days to appear.`,
      refund.full ? 'The term it paid for has ended.' : 'The term it paid for continues as before.',
      `Your payments: ${accountAddress(ctx)}`,
    ]),
  })
}
