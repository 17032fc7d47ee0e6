import type { Outcome, PaymentProvider, StoredClaim, VerifiedPayment } from '../provider'
import { findPayments, type ReferenceSources } from './find-payments'
import { asMatch, type Match, matchReference } from './match-reference'

/**
 * Creates the source of proof for UPI payments: the processor's records, found by the number in the payer's
 * app.
 */
export function createUpi(sources: ReferenceSources): PaymentProvider<StoredClaim> {
  return createReferenceProvider(sources, (_, { method }) =>
    asMatch(method === 'upi' ? null : `The payment was made by ${method}, not by UPI.`),
  )
}

/** `ofMethod` is the method's own check of a payment, beyond the general ones. */
export function createReferenceProvider(
  sources: ReferenceSources,
  ofMethod: (claim: StoredClaim, payment: VerifiedPayment) => Match,
): PaymentProvider<StoredClaim> {
  return {
    id: sources.processor.id,
    async settle(claim): Promise<Outcome> {
      const findings: { finding: string; payment: VerifiedPayment }[] = []
      const matching: VerifiedPayment[] = []
      for (const payment of await findPayments(sources, claim)) {
        const general = matchReference(claim, payment, await sources.standing(payment))
        const match = general.kind === 'ok' ? ofMethod(claim, payment) : general
        if (match.kind === 'ok') matching.push(payment)
        else findings.push({ finding: match.finding, payment })
      }
      const [payment, ...more] = matching
      if (payment && more.length === 0) return { kind: 'payment', payment }
      if (payment) return { kind: 'review', finding: 'Several payments have this reference.', payment }
      const [first] = findings
      if (first) return { kind: 'review', ...first }
      return { kind: 'gone', code: 'unknown_reference' }
    },
  }
}
