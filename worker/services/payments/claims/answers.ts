import type { PaymentAnswer } from '../../../../contract/schemas/payments/payments'

/**
 * The response to every reference that doesn't grant premium at once: unknown, used, or of another amount or
 * account. Guessing reveals nothing.
 */
export const pendingAnswer: PaymentAnswer = {
  success: false,
  status: 'pending',
  code: 'pending',
  message:
    'We are checking your payment. You get premium as soon as it is confirmed, and a mail that says so.',
}

export const grantedAnswer: PaymentAnswer = {
  success: true,
  message: 'Your payment was confirmed. You now have premium access.',
}

export const seenAnswer: PaymentAnswer = {
  success: true,
  message: 'Your payment was seen on the network. Premium access starts when it is final.',
}

/** The response to the account's own claim, decided before. */
export const usedAnswer: PaymentAnswer = {
  success: false,
  code: 'expired',
  message: 'This payment has been used, and its term is over.',
}
export const rejectedAnswer: PaymentAnswer = {
  success: false,
  code: 'declined',
  message: 'This reference was checked and could not be confirmed. Your account page says why.',
}

export const pausedAnswer: PaymentAnswer = {
  success: false,
  code: 'paused',
  message: 'Crypto payments are paused. Please choose another method.',
}

export function unavailableAnswer(method: string): PaymentAnswer {
  return { success: false, code: 'unavailable', message: `${method} can't be used to pay here.` }
}
