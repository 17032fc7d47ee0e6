import { membershipName, type Plan } from '../../../../contract/values/payments/prices'
import type { ServiceContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface Receipt {
  recipient: string
  username: string
  paymentId: string
  plan: Plan
  /** From formatAmount. */
  amountText: string
  /** From paymentMethodName. */
  methodText: string
  /** End of the account's term with this payment in it. Milliseconds. */
  until: number
}

/** Sent once per payment, with the grant. Returns a statement for the batch that grants. */
export function receiptMail(ctx: ServiceContext, receipt: Receipt) {
  return queueMail(ctx, {
    dedupeKey: `receipt:${receipt.paymentId}`,
    to: receipt.recipient,
    subject: 'Your receipt',
    body: emailText(ctx, receipt.username, [
      'Thank you. We received your payment.',
      [
        membershipName(receipt.plan),
        `Amount: ${receipt.amountText}`,
        `Paid by: ${receipt.methodText}`,
        `Date: ${dateText(ctx.now)}`,
        `Receipt: ${receipt.paymentId}`,
        `Active until ${dateText(receipt.until)}, won't renew`,
      ].join('\n'),
      'Nothing renews by itself: this was one payment for one term, and you are not charged again unless you buy again.',
      `To cancel, so that we don't remind you before the term ends, or to print this receipt: ${accountAddress(ctx)}`,
      'You keep access to the end of the term either way.',
    ]),
  })
}
