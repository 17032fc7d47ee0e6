import type { ServiceContext } from '../../context'
import { letter, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface Refund {
  recipient: string
  username: string
  paymentId: string
  /** All that was returned of this payment so far: a second refund is a mail of its own. */
  refundedMinor: number
  /** The same, of formatAmount. */
  amountText: string
  /** The whole payment went back, so its term has ended. */
  full: boolean
}

/** Answers a statement, for the batch that writes the refund down. */
export function refundMail(ctx: ServiceContext, refund: Refund) {
  return queueMail(ctx, {
    dedupeKey: `refund:${refund.paymentId}:${refund.refundedMinor}`,
    to: refund.recipient,
    subject: 'Your refund',
    body: letter(ctx, refund.username, [
      `We returned ${refund.amountText} of your payment ${refund.paymentId} to where it came from. Banks take up to ten days to show it.`,
      refund.full
        ? 'The term that it paid for has ended with it.'
        : 'The term that it paid for goes on as before.',
      `Your payments: ${accountAddress(ctx)}`,
    ]),
  })
}
