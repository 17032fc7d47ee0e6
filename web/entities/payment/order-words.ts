import type { OrderStatus } from '../../../contract/values/payments/payments'

export const orderStatusWords: Record<OrderStatus, string> = {
  created: 'Not accepted by the provider yet',
  awaiting_payment: 'Waiting for the payment',
  capturing: 'Being processed by the provider',
  paid: 'Paid',
  review: 'Waiting for review',
  expired: 'Expired',
  failed: 'Failed',
  refunded: 'Refunded',
}

/** What the codes of the adapters mean; the first that fits counts. */
const meanings: [RegExp, string][] = [
  [/^(timeout|network|circuit-open|http-(429|5\d\d))$/, "The provider didn't answer."],
  [/^(http-40[13]|token-\d+|datalink-(7|8|12))$/, 'The provider refused our credentials or address.'],
  [/^datalink-/, 'DataLink refused the request.'],
  [/^(unknown_order|invoice-not-found|http-404)$/, "The provider doesn't know this order."],
  [/^(VOIDED|.*DECLINED|declined)$/, 'The provider declined the payment.'],
  [/^[a-z-]+$/, "The provider's answer isn't what we expect."],
]

/** Returns an order's last error in words, with its code. An adapter's finding is a sentence already. */
export function orderErrorText(error: string): string {
  if (error.includes(' ')) return error
  const [, meaning = 'The provider said no.'] = meanings.find(([code]) => code.test(error)) ?? []
  return `${meaning} (${error})`
}
