import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { tellOpener } from '../entities/payment/checkout-messages'
import { ApiError, errorDetail } from '../lib/api-error'
import { paths } from '../lib/navigation/paths'
import { dismissToast } from '../ui/feedback/toast'

export const setUpError = 'An error occurred while setting up payment'

/** How a payment ended; `pending` when the provider hasn't decided yet. */
export interface End {
  type: 'bought' | 'pending'
  title: string
  text: string
}

/** A failure; `again` repeats the steps that can be repeated without paying twice. */
export interface Failure {
  title: string
  text: string
  again?: { label: string; run: () => void } | undefined
  signedOut?: boolean
  /** The buyer approved and money may be on its way, so no other way to pay is offered. */
  approved?: boolean
}

/** Asks for the consent to the price that changed since the document was opened. */
export const seePrice = { label: 'See the new price', run: () => location.reload() }

export interface PaymentProps {
  /** The page where the checkout began. */
  from: string
  /** Called with whether the buyer has approved a payment whose outcome isn't known yet. */
  onPaying: (isPaying: boolean) => void
  onEnd: (end: End) => void
  onLeave: () => void
}

interface ConfirmWords {
  done: Pick<End, 'title' | 'text'>
  failed: Pick<Failure, 'title' | 'text'>
}

interface ConfirmEnds {
  /** Called when the check starts, the first time or again. */
  onStart: () => void
  onPaying: PaymentProps['onPaying']
  onEnd: (end: End) => void
  onFailure: (failure: Failure) => void
  /** Called when the provider declined this attempt; the buyer may make another one right there. */
  onDeclined?: (text: string) => void
}

/** Has the server check a payment that the buyer approved, and reports the outcome. */
export async function confirmPayment(
  send: () => Promise<PaymentAnswer>,
  words: ConfirmWords,
  ends: ConfirmEnds,
): Promise<void> {
  const again = { label: 'Check again', run: () => void confirmPayment(send, words, ends) }
  function fail(failure: Failure): void {
    ends.onPaying(failure.approved === true)
    ends.onFailure(failure)
  }
  tellOpener({ type: 'busy', busy: true })
  // Clears failures of earlier attempts.
  dismissToast()
  ends.onStart()
  ends.onPaying(true)
  try {
    const { success, code, message } = await send()
    if (success) return ends.onEnd({ type: 'bought', ...words.done })
    if (code === 'pending') {
      const text =
        message ?? "The provider is still checking it. We'll activate premium as soon as it's confirmed."
      return ends.onEnd({ type: 'pending', title: 'Payment submitted', text })
    }
    const text = message ?? words.failed.text
    if (code === 'declined' && ends.onDeclined) {
      ends.onPaying(false)
      return ends.onDeclined(text)
    }
    fail({ ...words.failed, text, ...(code === 'provider_down' && { again, approved: true }) })
  } catch (error) {
    // It was approved, so it must not be paid again: a retry repeats the check instead.
    fail({ ...failureOf(error, words.failed.title, words.failed.text), again, approved: true })
  } finally {
    tellOpener({ type: 'busy', busy: false })
  }
}

/** Returns the address of the sign-in page, which leads back. */
export function signInFrom(from: string): string {
  return `${paths.signIn}?${new URLSearchParams({ from })}`
}

/** Returns the failure to show when a call to the API failed. */
export function failureOf(error: unknown, title: string, fallback = setUpError): Failure {
  if (!(error instanceof ApiError) && !(error instanceof TypeError)) return { title, text: fallback }
  const signedOut = error instanceof ApiError && error.status === 401
  return { title, text: errorDetail(error), signedOut }
}
