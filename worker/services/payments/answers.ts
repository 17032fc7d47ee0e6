import type { PaymentAnswer, PaymentCode } from '#contract/schemas/payments/payments'
import { notAgreed } from '#contract/values/payments/payments'

/** Messages to the buyer when a call didn't grant premium. */
const sentences: Record<PaymentCode, string> = {
  not_found: "We can't find this order. Please start again.",
  mismatch: "The payment doesn't match the order, so we haven't activated premium. We're looking into it.",
  pending: "Your payment is still being processed. We'll activate premium as soon as it's confirmed.",
  declined: 'The payment was declined. Please try again, or choose another method.',
  expired: 'This order has expired. Please start again.',
  provider_down:
    "The payment provider isn't responding. If you've paid, we'll activate premium automatically. If not, please try another method.",
  unsupported_currency: "This method can't take this currency. Please choose another one.",
  unavailable: "This payment method isn't available right now. Please choose another one.",
  paused: 'Crypto payments are paused. Please choose another method.',
  not_agreed: notAgreed,
  price_changed: 'The price has changed. Please check it and try again.',
  nothing_to_play:
    "There are no premium videos to watch right now, so we aren't selling Premium. You haven't been charged.",
}

export function refusal(code: PaymentCode, message = sentences[code]): PaymentAnswer & { success: false } {
  return { success: false, code, message }
}

export const paid: PaymentAnswer = { success: true, message: 'You now have premium access.' }
