import * as z from 'zod'
import type {
  ClaimMethod,
  ClaimStatus,
  Coin,
  OrderStatus,
  PaymentMethod,
  PaymentProviderId,
  PaymentStatus,
  RefundRule,
  SubscriptionStatus,
} from '../../values/payments/payments'
import {
  bankIds,
  claimStatuses,
  coins,
  evidenceLength,
  noteLength,
  paymentStatuses,
  redirectMethods,
  referenceLength,
  transactionIdLength,
} from '../../values/payments/payments'
import type { Currency, Plan } from '../../values/payments/prices'
import { currencies, plans } from '../../values/payments/prices'
import { pageQuery, sortOrders } from '../shared/lists'
import { line, prose, typedLine } from '../shared/parts'
import type { OwnGift } from './gifts'

const plan = z.enum(plans)
const currency = z.enum(currencies)
const reference = typedLine.min(1).max(referenceLength.maxTyped)

// Input from the browser. It never names an account or a status, and a price only for comparison.

/** The premium video whose locked page led to the purchase. */
const video = z.number().int().positive().optional()

/**
 * The buyer's consent to an order: the price that was shown beside it, in minor units. The specified requests
 * lack it, so the service asks for it, and not the schema. The order itself uses the server's price.
 */
const agreedMinor = z.number().int().positive().optional()

/**
 * The buyer's consent to a payment made elsewhere. Only references of payments begun earlier are taken without
 * it. Names no price: the money was sent, at whatever price was shown then.
 */
const agreed = z.literal(true).optional()

export const subscribeInput = z.strictObject({ plan, currency, agreedMinor, video })
export type Subscribe = z.infer<typeof subscribeInput>
export const confirmOrderInput = z.strictObject({ orderId: line.min(1).max(64), plan })
export type ConfirmOrder = z.infer<typeof confirmOrderInput>
export const startOrderInput = z.strictObject({
  method: z.enum(redirectMethods),
  ...subscribeInput.shape,
})
export type StartOrder = z.infer<typeof startOrderInput>
export const confirmOwnOrderInput = z.strictObject({ orderId: line.min(1).max(64) })
export type ConfirmOwnOrder = z.infer<typeof confirmOwnOrderInput>
export const createCheckoutInput = subscribeInput
export const verifyCheckoutInput = z.strictObject({
  razorpay_payment_id: line.min(1).max(64),
  razorpay_order_id: line.min(1).max(64),
  razorpay_signature: line.max(256),
})
export type VerifyCheckout = z.infer<typeof verifyCheckoutInput>
export const confirmUpiInput = z.strictObject({ plan, upiReference: reference, agreed, video })
export type ConfirmUpi = z.infer<typeof confirmUpiInput>
export const confirmNetbankingInput = z.strictObject({
  plan,
  bankId: z.enum(bankIds as [string, ...string[]]),
  transactionId: reference,
  agreed,
  video,
})
export type ConfirmNetbanking = z.infer<typeof confirmNetbankingInput>
export const confirmCryptoInput = z.strictObject({
  plan,
  currency: z.enum(coins),
  network: line.min(1).max(16),
  transactionId: typedLine.min(1).max(transactionIdLength.max),
  agreed,
  video,
})
export type ConfirmCrypto = z.infer<typeof confirmCryptoInput>

/** Machine-readable reasons why a payment call didn't lead to premium; people read `message`. */
export const paymentCodes = [
  'not_found',
  'mismatch',
  'pending',
  'declined',
  'expired',
  'provider_down',
  'unsupported_currency',
  'unavailable',
  'paused',
  'not_agreed',
  'price_changed',
  'nothing_to_play',
] as const
export type PaymentCode = (typeof paymentCodes)[number]

/**
 * Response of every confirming call. `success` means premium is active or, for crypto, that the transfer is
 * on the chain.
 */
export interface PaymentAnswer {
  success: boolean
  message?: string | undefined
  code?: PaymentCode | undefined
  /** A claim that waits for the chain or an administrator. */
  status?: 'pending' | undefined
}

/** Response of `subscribe`: `orderId` is PayPal's own. */
export interface SubscribeAnswer extends PaymentAnswer {
  orderId?: string | undefined
}

/** Response of `orders`: `orderId` is ours, and the buyer pays at `redirectUrl`. */
export interface StartedOrder extends SubscribeAnswer {
  redirectUrl?: string | undefined
}

/** Response of `razorpay/create-order`; the amount is in paise. */
export interface CheckoutAnswer extends SubscribeAnswer {
  keyId?: string | undefined
  amount?: number | undefined
  currency?: Currency | undefined
}

/** A method that the operator offers in the viewer's region, whether or not it can be used. */
export interface Offer {
  method: PaymentMethod
  currencies: Currency[]
}

/** Payment methods on offer. A method that isn't offered, or lacks its secrets, is null. */
export interface PaymentOptions {
  /** The server's time: a purchased term begins then, whatever the buyer's clock says. */
  now: string
  /** Version of the terms that an order records as agreed to. */
  termsVersion: number
  /** In the order of the chooser. */
  offers: Offer[]
  /** Methods that are turned off but still accept references from members who have already paid by them. */
  late: ClaimMethod[]
  /** Coins that are accepted, or were. */
  coins: Coin[]
  /** `descriptor` is the text on the card statement. */
  card: { descriptor: string } | null
  wallet: { scriptUrl: string } | null
  checkout: { scriptUrl: string } | null
  upi: { payee: string; payeeName: string } | null
  netbanking: Record<string, never> | null
  bitcoin: Record<string, never> | null
  /** `paused` while the setting is off. Only coins with a configured address. */
  crypto: { paused: boolean; addresses: Partial<Record<Coin, string>> } | null
}

/** A payment as its owner sees it. Amounts are in minor units; for coins null, with `amountText`. */
export interface OwnPayment {
  id: string
  at: string
  plan: Plan | null
  provider: PaymentProviderId
  /** As the provider names it. */
  method: string
  currency: string
  amountMinor: number | null
  /** As printed on the receipt: "$14.99", "0.0005 BTC". */
  amountText: string
  refundedMinor: number
  status: PaymentStatus
  /** The term it bought, while it counts. */
  from: string | null
  until: string | null
}

/** Contents of a printed receipt. */
export interface Receipt extends OwnPayment {
  /** The seller. */
  siteName: string
  siteUrl: string
  contactEmail: string
  /** The buyer. */
  username: string
  email: string
  /** Description of the purchase: "Membership, 30 days". Null when nothing was bought with it. */
  description: string | null
  orderId: string | null
  providerPaymentId: string
  refundedText: string | null
}

export interface OwnClaim {
  id: string
  at: string
  method: ClaimMethod
  plan: Plan
  /** The coin, or null. */
  coin: string | null
  /** Last four characters only. */
  reference: string
  status: ClaimStatus
  /** Why it was refused. */
  note: string | null
}

export interface Subscription {
  status: SubscriptionStatus
  plan: Plan | null
  premiumUntil: string | null
  /** No reminder comes; access lasts to the end of the term. */
  cancelled: boolean
  /** A reminder comes before a bought term ends: it isn't cancelled, and the settings have the email on. */
  reminded: boolean
  payments: OwnPayment[]
  claims: OwnClaim[]
  /** Premium that staff gave, newest first. */
  gifts: OwnGift[]
}

// Administration.

export interface AdminPayment {
  id: string
  at: string
  user: { id: number; username: string } | null
  provider: PaymentProviderId
  providerPaymentId: string
  method: string
  plan: Plan | null
  amountText: string
  currency: string
  amountMinor: number | null
  refundedMinor: number
  status: PaymentStatus
  granted: boolean
}

export interface AdminPaymentDetail extends AdminPayment {
  order: {
    id: string
    status: string
    createdAt: string
    termsVersion: number
    consentAt: string
  } | null
  references: { kind: string; value: string }[]
  /** Oldest first: entitlement, ledger, dispute and audit entries. */
  history: { at: string; kind: string; text: string }[]
  /** The provider's current record; null when it couldn't be reached. */
  record: Record<string, unknown> | null
  refundable: boolean
  /** How the provider refunds; null when it isn't set up. */
  refunds: RefundRule | null
  /** An earlier refund may have gone through; only the provider's own site can tell. */
  refundUnclear: boolean
}

/** An order that led to no payment, as staff see it. */
export interface UnpaidOrder {
  id: string
  at: string
  provider: PaymentProviderId
  plan: Plan
  currency: Currency
  amountMinor: number
  status: OrderStatus
  /** The provider's or our own code, or a sentence for administrators. */
  lastError: string | null
}

export const adminPaymentQuery = pageQuery.extend({
  /** A complete username, email address, order, payment or reference: an index can't find parts of them. */
  q: typedLine.max(100).optional(),
  status: z.enum(paymentStatuses).optional(),
  /** By date, newest first. */
  order: z.enum(sortOrders).default('desc'),
})
export type AdminPaymentQuery = z.infer<typeof adminPaymentQuery>

export const paymentMonthParam = z.strictObject({
  /** In UTC: `2026-11`. */
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Name a month such as 2026-11.'),
})
export type PaymentMonth = z.infer<typeof paymentMonthParam>

const note = prose.min(noteLength.min).max(noteLength.max)

export const refundPaymentInput = z.strictObject({
  /** Minor units; defaults to everything left. */
  amountMinor: z.number().int().positive().optional(),
  reason: note,
  /** Staff checked the provider's site: an earlier attempt with an unknown result refunded nothing. */
  checkedThere: z.literal(true).optional(),
})
export type RefundPayment = z.infer<typeof refundPaymentInput>

export interface AdminClaim extends OwnClaim {
  user: { id: number; username: string }
  /** The whole reference. */
  reference: string
  kind: string
  bankId: string | null
  /** The payment found for it; `match` says how it differs, or why none was found. */
  payment: AdminPayment | null
  match: string
  /** Other claims of the same reference. */
  rivals: number
}

export const adminClaimQuery = pageQuery.extend({
  /** `review`: an administrator has to decide. */
  status: z.enum(claimStatuses).default('review'),
})
export type AdminClaimQuery = z.infer<typeof adminClaimQuery>

export const approveClaimInput = z.strictObject({
  /** The evidence: the provider's payment ID, or the transaction. */
  paymentId: line.min(evidenceLength.min).max(evidenceLength.max),
  note,
})
export type ApproveClaim = z.infer<typeof approveClaimInput>

export const rejectClaimInput = z.strictObject({ reason: note })
export type RejectClaim = z.infer<typeof rejectClaimInput>

/** A difference between the provider's books and ours, or money without an order. */
export interface PaymentAlert {
  id: number
  at: string
  kind: string
  text: string
  paymentId: string | null
  orderId: string | null
}
