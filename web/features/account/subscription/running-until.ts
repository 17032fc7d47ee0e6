import type { Subscription } from '#contract/schemas/payments/payments'

/** Returns the end of the running term; null while there is none. */
export function runningUntil({ status, premiumUntil }: Subscription): string | null {
  return status === 'active' || status === 'ending' ? premiumUntil : null
}
