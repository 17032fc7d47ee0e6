import type { PaymentAnswer } from '../../contract/schemas/payments/payments'
import { tellOpener } from '../entities/payment/checkout-messages'
import { ApiError, errorDetail } from '../lib/api-error'
import { paths } from '../lib/paths'
import { dismissToast } from '../ui/feedback/toast'

export const setUpError = 'An error occurred while setting up payment'

/** How a payment ended. `pending`: the provider hasn't decided. */
export interface End {
  type: 'bought' | 'pending'
  title: string
  text: string
}

/** Something went wrong; `again` repeats what can be repeated without paying twice. */
export interface Failure {
  title: string
  text: string
  again?: { label: string; run: () => void } | undefined
  signedOut?: boolean
  /** The buyer said yes, and money may be on its way: nothing else is offered to pay with. */
  approved?: boolean
}

export interface PaymentProps {
  /** Where it was begun. */
  from: string
  onEnd: (end: End) => void
  onLeave: () => void
}

interface ConfirmWords {
  done: Pick<End, 'title' | 'text'>
  failed: Pick<Failure, 'title' | 'text'>
}

interface ConfirmEnds {
  /** It is being looked at, the first time or again. */
  onStart: () => void
  onEnd: (end: End) => void
  onFailure: (failure: Failure) => void
  /** The provider refused this try; the buyer may make another one right there. */
  onDeclined?: (text: string) => void
}

/** Has our server look at a payment that the buyer approved, and says what came of it. */
export async function confirmPayment(
  send: () => Promise<PaymentAnswer>,
  words: ConfirmWords,
  ends: ConfirmEnds,
): Promise<void> {
  const again = { label: 'Check Again', run: () => void confirmPayment(send, words, ends) }
  tellOpener({ type: 'busy', busy: true })
  // Tries that failed before are forgotten.
  dismissToast()
  ends.onStart()
  try {
    const { success, code, message } = await send()
    if (success) return ends.onEnd({ type: 'bought', ...words.done })
    if (code === 'pending') {
      const text = message ?? 'The provider is still checking it. You get premium as soon as it is through.'
      return ends.onEnd({ type: 'pending', title: 'Payment submitted', text })
    }
    const text = message ?? words.failed.text
    if (code === 'declined' && ends.onDeclined) return ends.onDeclined(text)
    ends.onFailure({ ...words.failed, text, ...(code === 'provider_down' && { again, approved: true }) })
  } catch (error) {
    // It was approved, so it must not be paid again: the same question is asked again instead.
    ends.onFailure({ ...failureOf(error, words.failed.title, words.failed.text), again, approved: true })
  } finally {
    tellOpener({ type: 'busy', busy: false })
  }
}

/** The sign-in page, which leads back. */
export function signInFrom(from: string): string {
  return `${paths.signIn}?${new URLSearchParams({ from })}`
}

/** What to show when a call of ours failed. */
export function failureOf(error: unknown, title: string, fallback = setUpError): Failure {
  if (!(error instanceof ApiError) && !(error instanceof TypeError)) return { title, text: fallback }
  const signedOut = error instanceof ApiError && error.status === 401
  return { title, text: errorDetail(error), signedOut }
}
