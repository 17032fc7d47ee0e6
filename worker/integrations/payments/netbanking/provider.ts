import { banks } from '#contract/values/payments/payments'
import type { PaymentProvider, StoredClaim, VerifiedPayment } from '../provider'
import type { ReferenceSources } from '../upi/find-payments'
import { asMatch } from '../upi/match-reference'
import { createReferenceProvider } from '../upi/provider'

/** Like UPI, but the bank must be the one the buyer named. */
export function createNetbanking(sources: ReferenceSources): PaymentProvider<StoredClaim> {
  return createReferenceProvider(sources, (claim, payment) => asMatch(bankFinding(claim, payment)))
}

function bankFinding({ bankId }: StoredClaim, { method, bank }: VerifiedPayment): string | null {
  if (method !== 'netbanking') return `The payment was made by ${method}, not by netbanking.`
  const named = banks.find(({ id }) => id === bankId)
  const codes: readonly string[] = named?.codes ?? []
  if (bank !== null && codes.includes(bank)) return null
  return `The payment came from ${bank ?? 'a bank that is not named'}, not from ${named?.name ?? 'a bank of the list'}.`
}
