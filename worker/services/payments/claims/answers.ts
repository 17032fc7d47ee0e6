import type { PaymentAnswer } from '#contract/schemas/payments/payments'

/**
 * The response to every reference that doesn't grant premium at once: unknown, used, or of another amount or
 * account. Guessing reveals nothing.
 */
export const pendingAnswer: PaymentAnswer = {
  success: false,
  status: 'pending',
  code: 'pending',
  message: "We're checking your payment. We'll activate premium and email you once it's confirmed.",
}

export const grantedAnswer: PaymentAnswer = {
  success: true,
  message: 'Your payment was confirmed. You now have premium access.',
}

export const seenAnswer: PaymentAnswer = {
  success: true,
  message: "We've seen your payment on the network. Premium access starts once it's final.",
}

/** The response to the account's own claim, decided before. */
export const usedAnswer: PaymentAnswer = {
  success: false,
  code: 'expired',
  message: 'This payment has already been used, and its term has ended.',
}
export const rejectedAnswer: PaymentAnswer = {
  success: false,
  code: 'declined',
  message: "We checked this reference but couldn't confirm it. See your account page for the reason.",
}

export const pausedAnswer: PaymentAnswer = {
  success: false,
  code: 'paused',
  message: 'Crypto payments are paused. Please choose another method.',
}

export function unavailableAnswer(method: string): PaymentAnswer {
  return { success: false, code: 'unavailable', message: `${method} can't be used to pay here.` }
}
