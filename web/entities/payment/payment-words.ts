import type { OwnClaim } from '#contract/schemas/payments/payments'
import { coinMethodName, methodNames } from '#contract/values/payments/method-names'
import type { ClaimStatus, PaymentStatus } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import { formatDate } from '../../lib/format'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

interface Words {
  label: string
  tone: Tone
}

export const paymentStatusWords: Record<PaymentStatus, Words> = {
  pending: { label: 'Pending', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  authorized: { label: 'Processing', tone: 'warning' },
  captured: { label: 'Successful', tone: 'success' },
  partially_refunded: { label: 'Partially refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  reversed: { label: 'Reversed', tone: 'danger' },
}

export const claimStatusWords: Record<ClaimStatus, Words> = {
  submitted: { label: 'Being checked', tone: 'warning' },
  seen: { label: 'Waiting for confirmations', tone: 'warning' },
  review: { label: 'Pending review', tone: 'warning' },
  granted: { label: 'Accepted', tone: 'success' },
  rejected: { label: 'Refused', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
}

/** Describes a running term. Every term is prepaid, whether its reminders are on or off. */
export function activeUntil(until: string): string {
  return `Active until ${formatDate(until)}, won't renew`
}

export const planNames: Record<Plan, string> = { monthly: 'Monthly Premium', yearly: 'Yearly Premium' }

/** Returns the name of a claim's method, of coins with the coin. */
export function claimMethodName({ method, coin }: Pick<OwnClaim, 'method' | 'coin'>): string {
  return method === 'crypto' ? coinMethodName(coin) : methodNames[method]
}
