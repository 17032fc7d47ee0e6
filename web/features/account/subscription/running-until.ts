import type { Subscription } from '../../../../contract/schemas/payments/payments'

/** End of the term that runs now; null while there is none. */
export function runningUntil({ status, premiumUntil }: Subscription): string | null {
  return status === 'active' || status === 'ending' ? premiumUntil : null
}
