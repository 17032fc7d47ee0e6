import type { Currency, Plan } from './prices'
import { processorIds } from './processors'

/** Payment methods, as the chooser shows them: in rupees UPI comes first; method-names.ts has their names. */
export const paymentMethods = [
  'card',
  'wallet',
  'upi',
  'checkout',
  'netbanking',
  'bitcoin',
  'crypto',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** How a method is paid: on the processor's page, by its script in our checkout document, or claimed by a typed reference. */
type Way = 'page' | 'script' | 'claim'
const ways = {
  card: 'page',
  wallet: 'script',
  checkout: 'script',
  upi: 'claim',
  netbanking: 'claim',
  bitcoin: 'page',
  crypto: 'claim',
} as const satisfies Record<PaymentMethod, Way>
type PaidBy<One extends Way> = {
  [Method in PaymentMethod]: (typeof ways)[Method] extends One ? Method : never
}[PaymentMethod]

function methodsPaidBy<One extends Way>(way: One) {
  return paymentMethods.filter((method) => ways[method] === way) as [PaidBy<One>, ...PaidBy<One>[]]
}

/** Methods that are paid on a page of the processor's, which leads back. */
export const redirectMethods = methodsPaidBy('page')
export type RedirectMethod = PaidBy<'page'>

/** Methods whose processor loads a script of its own: they are paid only in the checkout document. */
export const scriptMethods = methodsPaidBy('script')
export type ScriptMethod = PaidBy<'script'>

/** Methods that are claimed by a typed reference. */
export const claimMethods = methodsPaidBy('claim')
export type ClaimMethod = PaidBy<'claim'>

/** Currencies for each method: card processors and PayPal can't receive rupees, and Razorpay receives nothing else. */
export const methodCurrencies: Record<PaymentMethod, readonly Currency[]> = {
  card: ['USD', 'EUR', 'GBP'],
  wallet: ['USD'],
  checkout: ['INR'],
  upi: ['INR'],
  netbanking: ['INR'],
  bitcoin: ['USD', 'INR', 'EUR', 'GBP'],
  crypto: ['USD', 'INR'],
}

/**
 * The keepers of the records that prove payments. `bank`: a bank statement, which no program can query and an
 * administrator read.
 */
export const paymentProviders = ['chain', 'bank', ...processorIds] as const
export type PaymentProviderId = (typeof paymentProviders)[number]

/**
 * The ways in which a provider refunds. `any`: any part, under a key that makes a repeated request harmless.
 * `whole`: only the full amount, without such a key. `manual`: only on the provider's own site.
 */
export type RefundRule = 'any' | 'whole' | 'manual'

export const paymentStatuses = [
  'pending',
  'failed',
  'authorized',
  'captured',
  'partially_refunded',
  'refunded',
  'reversed',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Statuses in which nothing has been paid. */
export const unpaidStatuses: readonly PaymentStatus[] = ['pending', 'failed', 'authorized']

/** `review`: the money received differs from the order; an administrator decides. */
export const orderStatuses = [
  'created',
  'awaiting_payment',
  'capturing',
  'paid',
  'review',
  'expired',
  'failed',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** `seen`: a transfer is on the chain but not final yet. */
export const claimStatuses = ['submitted', 'seen', 'review', 'granted', 'rejected', 'expired'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** Statuses of a claim that still awaits a decision. */
export const waitingClaims: readonly ClaimStatus[] = ['submitted', 'seen', 'review']

/**
 * Status of an account's term: `suspended` while a dispute is open, `revoked` after the money was returned.
 */
export const subscriptionStatuses = ['none', 'active', 'ending', 'expired', 'suspended', 'revoked'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Banks of the netbanking list; `codes` are the provider's names for them. */
export const banks = [
  { id: 'sbi', name: 'State Bank of India', codes: ['SBIN'] },
  { id: 'hdfc', name: 'HDFC Bank', codes: ['HDFC'] },
  { id: 'icici', name: 'ICICI Bank', codes: ['ICIC'] },
  { id: 'axis', name: 'Axis Bank', codes: ['UTIB'] },
  { id: 'kotak', name: 'Kotak Mahindra Bank', codes: ['KKBK'] },
  { id: 'pnb', name: 'Punjab National Bank', codes: ['PUNB_R', 'PUNB'] },
] as const
export const bankIds = banks.map(({ id }) => id)
export type BankId = (typeof banks)[number]['id']

export const coins = ['BTC', 'ETH', 'USDT', 'MATIC', 'BCH', 'LTC'] as const
export type Coin = (typeof coins)[number]

interface CoinFacts {
  name: string
  /** The only network watched for it. */
  network: string
  /** Decimal places of an amount in whole coins. */
  decimals: number
  /** In atomic units, as decimal digits: too large for a double. */
  amounts: Record<Plan, string>
}

/** The price of each plan by coin, in atomic units: decided for the product, not computed from a rate. */
export const coinFacts: Record<Coin, CoinFacts> = {
  BTC: { name: 'Bitcoin', network: 'BTC', decimals: 8, amounts: { monthly: '50000', yearly: '500000' } },
  ETH: {
    name: 'Ethereum',
    network: 'ETH',
    decimals: 18,
    amounts: { monthly: '7000000000000000', yearly: '70000000000000000' },
  },
  USDT: {
    name: 'Tether',
    network: 'TRX',
    decimals: 6,
    amounts: { monthly: '15000000', yearly: '100000000' },
  },
  MATIC: {
    name: 'Polygon',
    network: 'MATIC',
    decimals: 18,
    amounts: { monthly: '18500000000000000000', yearly: '185000000000000000000' },
  },
  BCH: {
    name: 'Bitcoin Cash',
    network: 'BCH',
    decimals: 8,
    amounts: { monthly: '5000000', yearly: '50000000' },
  },
  LTC: {
    name: 'Litecoin',
    network: 'LTC',
    decimals: 8,
    amounts: { monthly: '15000000', yearly: '150000000' },
  },
}

/** Returns an atomic amount in whole coins, without trailing zeros: 0.0005. */
export function formatAtomic(atomic: string, decimals: number): string {
  const digits = atomic.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/**
 * Returns the decimal places to which a day's coins are counted, so that their sums stay exact in a double.
 */
export function countedDecimals(coin: Coin): number {
  return Math.min(coinFacts[coin].decimals, 8)
}

/** Said where the buyer has yet to agree to an order. */
export const notAgreed = 'Please agree to the price and the terms first.'

/** A typed reference: letters and digits; hyphens and spaces are dropped before counting. */
export const referenceLength = { min: 6, max: 40, maxTyped: 100 } as const
/** Transaction IDs: 64 hex digits, with or without 0x. */
export const transactionIdLength = { max: 100 } as const

/** An administrator's note: the reason for a decision, and the payment that proves it. */
export const noteLength = { min: 3, max: 500 } as const
export const evidenceLength = { min: 6, max: 100 } as const

/** Maximum age of a payment that is claimed by its reference. Milliseconds. */
export const claimWindow = 72 * 3600_000
export const claimExpiry = 7 * 24 * 3600_000
