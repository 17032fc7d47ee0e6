import { membershipName, type Plan } from '#contract/values/payments/prices'
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
      "Thanks. We've received your payment.",
      [
        membershipName(receipt.plan),
        `Amount: ${receipt.amountText}`,
        `Paid by: ${receipt.methodText}`,
        `Date: ${dateText(ctx.now)}`,
        `Receipt: ${receipt.paymentId}`,
        `Active until ${dateText(receipt.until)}, won't renew`,
      ].join('\n'),
      "This was one payment for one term. It doesn't renew, and you won't be charged again unless you buy another term.",
      `To turn off the reminder before your term ends, or to print this receipt: ${accountAddress(ctx)}`,
      'You keep access until the term ends either way.',
    ]),
  })
}
