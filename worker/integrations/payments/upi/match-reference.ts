import { formatAmount } from '#contract/values/payments/amounts'
import { claimWindow } from '#contract/values/payments/payments'
import { defaultPrices } from '#contract/values/payments/prices'
import type { StoredClaim, VerifiedPayment } from '../provider'

/** Our own books about a payment. */
export interface Standing {
  /** Account of the order that it paid; null if that is none of ours. */
  orderUserId: number | null
  /** Account with a grant for it. */
  grantedTo: number | null
}

/** A finding is a sentence for the administrator; the buyer never sees it. */
export type Match = { kind: 'ok' } | { kind: 'finding'; finding: string }

/** Tolerance for differing clocks. A reference is issued with the payment, so an earlier claim is a guess. */
const clockDifference = 5 * 60_000

/** Returns whether a payment is, beyond doubt, the claimed one. Anything inexact is a finding. */
export function matchReference(claim: StoredClaim, payment: VerifiedPayment, standing: Standing): Match {
  return asMatch(
    obstacle(claim, payment, standing) ??
      (payment.refundedMinor > 0 ? 'Part of the payment was refunded.' : null) ??
      amountFinding(claim, payment) ??
      timeFinding(claim, payment),
  )
}

/** Returns an objection that even an administrator can't overrule: no money, or another member's. */
export function obstacle(claim: StoredClaim, payment: VerifiedPayment, standing: Standing): string | null {
  const { status } = payment
  if (status !== 'captured') return `The payment is ${status.replace('_', ' ')}, not captured.`
  return ownerFinding(claim, payment, standing)
}

export function asMatch(finding: string | null): Match {
  return finding === null ? { kind: 'ok' } : { kind: 'finding', finding }
}

/** Returns the price that the claimant says was paid. */
export function claimedPrice({ plan, amountMinor }: Pick<StoredClaim, 'plan' | 'amountMinor'>): number {
  return amountMinor ?? defaultPrices.INR[plan]
}

function amountFinding(claim: StoredClaim, payment: VerifiedPayment): string | null {
  const price = claimedPrice(claim)
  if (payment.currency === 'INR' && payment.amountMinor === price) return null
  const priceText = formatAmount({ currency: 'INR', amountMinor: price, amountAtomic: null })
  return `The payment is of ${formatAmount(payment)}; the ${claim.plan} plan cost ${priceText} when it was claimed.`
}

function ownerFinding(claim: StoredClaim, payment: VerifiedPayment, standing: Standing): string | null {
  if (standing.grantedTo !== null) {
    return standing.grantedTo === claim.userId
      ? 'This payment has already been used for this account.'
      : 'This payment was used by another account.'
  }
  // Someone who reads another member's receipt must not be able to claim it.
  if (payment.providerOrderId === null || standing.orderUserId === claim.userId) return null
  return standing.orderUserId === null
    ? "This payment is for an order that isn't ours."
    : "This payment is for another account's order."
}

function timeFinding(claim: StoredClaim, { createdAt }: VerifiedPayment): string | null {
  if (createdAt < claim.createdAt - claimWindow)
    return `The payment was made more than ${claimWindow / 3600_000} hours before the claim.`
  if (createdAt > claim.createdAt + clockDifference) return 'The payment was made after the claim.'
  return null
}
