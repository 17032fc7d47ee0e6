import type { OrderStatus } from '#contract/values/payments/payments'

export const orderStatusWords: Record<OrderStatus, string> = {
  created: 'Not accepted by the provider yet',
  awaiting_payment: 'Waiting for the payment',
  capturing: 'Being processed by the provider',
  paid: 'Paid',
  review: 'Pending review',
  expired: 'Expired',
  failed: 'Failed',
  refunded: 'Refunded',
}

/** The meanings of the error codes that orders keep. */
const meanings: [string, string[]][] = [
  ["The provider didn't answer.", ['timeout', 'network', 'http-429', 'circuit-open']],
  [
    'The provider refused our credentials.',
    [
      'http-401',
      'http-403',
      'token-400',
      'token-401',
      'token-403',
      'unauthenticated',
      'missing-permission',
      'NOT_AUTHORIZED',
      'PERMISSION_DENIED',
    ],
  ],
  ['The subscription belongs to another account at CCBill.', ['datalink-4']],
  ["CCBill doesn't accept the address that asks. Check the relay.", ['datalink-8']],
  ['CCBill has locked DataLink for an hour after failed log-ins.', ['datalink-12']],
  [
    "The provider doesn't know this order.",
    ['unknown_order', 'invoice-not-found', 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'],
  ],
  [
    'The payment was declined.',
    [
      'declined',
      'failed',
      'payment_failed',
      'INSTRUMENT_DECLINED',
      'CAPTURE_DECLINED',
      'TRANSACTION_REFUSED',
      'PAYER_CANNOT_PAY',
      'COMPLIANCE_VIOLATION',
      'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    ],
  ],
  ['The buyer gave up the payment.', ['payment_cancelled']],
  ['Nothing was paid in time.', ['expired']],
  ['There was nothing to watch any more, so no money was taken.', ['nothing_to_play']],
  ['It was called off at the provider.', ['VOIDED', 'invalid']],
  ["The provider can't take this currency.", ['currency']],
  [
    "The provider's answer isn't what we expect.",
    [
      'unexpected-answer',
      'unknown-result',
      'not-json',
      'too-long',
      'payment-vanished',
      'other-sale',
      'other-invoice',
      'foreign-checkout',
    ],
  ],
]

/** The meanings of statuses and results that aren't listed above. */
const kinds: [RegExp, string][] = [
  [/^http-5/, "The provider didn't answer."],
  [/^(http|token)-/, 'The provider, or something in front of it, refused the request.'],
  [/^datalink/, 'DataLink refused the request.'],
]

/**
 * Returns an order's last error in words, with its code. A code that only its provider explains is given alone, and an
 * adapter's finding is a sentence already.
 */
export function orderErrorText(error: string): string {
  if (error.includes(' ')) return error
  const meaning =
    meanings.find(([, codes]) => codes.includes(error))?.[0] ?? kinds.find(([code]) => code.test(error))?.[1]
  return meaning ? `${meaning} (${error})` : `Error code ${error}.`
}
