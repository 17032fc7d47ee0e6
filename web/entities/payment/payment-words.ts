import {
  type ClaimStatus,
  coinFacts,
  type PaymentProviderId,
  type PaymentStatus,
} from '../../../contract/values/payments/payments'
import type { Plan } from '../../../contract/values/payments/prices'

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
  partially_refunded: { label: 'Partly refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  reversed: { label: 'Reversed', tone: 'danger' },
}

export const claimStatusWords: Record<ClaimStatus, Words> = {
  submitted: { label: 'Payment submitted', tone: 'warning' },
  seen: { label: 'Waiting for confirmations', tone: 'warning' },
  review: { label: 'Waiting for review', tone: 'warning' },
  granted: { label: 'Accepted', tone: 'success' },
  rejected: { label: 'Refused', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
}

export const planNames: Record<Plan, string> = { monthly: 'Monthly Premium', yearly: 'Yearly Premium' }

/** Names of the providers that keep the records of payments. */
export const providerNames: Record<PaymentProviderId, string> = {
  paypal: 'PayPal',
  razorpay: 'Razorpay',
  chain: 'Chain',
  bank: 'Bank',
}

const methodNames: Record<string, string> = {
  wallet: 'Wallet',
  checkout: 'Checkout',
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Netbanking',
  emi: 'Instalments',
  bank_transfer: 'Bank transfer',
  crypto: 'Cryptocurrency',
  ...Object.fromEntries(Object.entries(coinFacts).map(([coin, { name }]) => [coin, name])),
}

/** Returns a method's common name. A provider's unknown names are shown as they are. */
export function methodName(method: string): string {
  return methodNames[method] ?? method
}
