import * as z from 'zod'
import {
  bankIds,
  claimMethods,
  claimStatuses,
  coins,
  evidenceLength,
  noteLength,
  paymentProviders,
  paymentStatuses,
  referenceLength,
  subscriptionStatuses,
  transactionIdLength,
} from '../../values/payments/payments'
import { currencies, plans } from '../../values/payments/prices'
import { pageQuery, sortOrders } from '../shared/lists'
import { line } from '../shared/parts'
import { ownGift } from './gifts'

const plan = z.enum(plans)
const currency = z.enum(currencies)
const reference = line.min(1).max(referenceLength.maxTyped)

// Input from the browser. It never contains prices, users or states.

/** The premium video whose locked page led to the purchase. */
const video = z.number().int().positive().optional()

export const subscribeInput = z.strictObject({ plan, currency, video })
export type Subscribe = z.infer<typeof subscribeInput>
export const confirmOrderInput = z.strictObject({ orderId: line.min(1).max(64), plan })
export type ConfirmOrder = z.infer<typeof confirmOrderInput>
export const createCheckoutInput = z.strictObject({ plan, currency, video })
export const verifyCheckoutInput = z.strictObject({
  razorpay_payment_id: line.min(1).max(64),
  razorpay_order_id: line.min(1).max(64),
  razorpay_signature: line.max(256),
})
export type VerifyCheckout = z.infer<typeof verifyCheckoutInput>
export const confirmUpiInput = z.strictObject({ plan, upiReference: reference, video })
export type ConfirmUpi = z.infer<typeof confirmUpiInput>
export const confirmNetbankingInput = z.strictObject({
  plan,
  bankId: z.enum(bankIds as [string, ...string[]]),
  transactionId: reference,
  video,
})
export type ConfirmNetbanking = z.infer<typeof confirmNetbankingInput>
export const confirmCryptoInput = z.strictObject({
  plan,
  currency: z.enum(coins),
  network: line.min(1).max(16),
  transactionId: line.min(1).max(transactionIdLength.max),
  video,
})
export type ConfirmCrypto = z.infer<typeof confirmCryptoInput>

/** Why a payment call didn't lead to premium, for programs; people read `message`. */
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
] as const
export type PaymentCode = (typeof paymentCodes)[number]

/**
 * Answer of every confirming call. `success` means premium is active or, for crypto, that the transfer is on
 * the chain.
 */
export const paymentAnswer = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  code: z.enum(paymentCodes).optional(),
  /** A claim that waits for the chain or an administrator. */
  status: z.literal('pending').optional(),
})
export type PaymentAnswer = z.infer<typeof paymentAnswer>

/** Answer of `subscribe`: `orderId` is PayPal's own. */
export const subscribeAnswer = paymentAnswer.extend({ orderId: z.string().optional() })
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>

/** Answer of `razorpay/create-order`; the amount is in paise. */
export const checkoutAnswer = subscribeAnswer.extend({
  keyId: z.string().optional(),
  amount: z.number().int().optional(),
  currency: currency.optional(),
})
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>

/** Payment methods on offer. A method without its secrets is null. */
export const paymentOptions = z.object({
  /** Version of the terms that an order records as agreed to. */
  termsVersion: z.number().int(),
  wallet: z.object({ scriptUrl: z.string() }).nullable(),
  checkout: z.object({ scriptUrl: z.string() }).nullable(),
  upi: z.object({ payee: z.string(), payeeName: z.string() }).nullable(),
  netbanking: z.object({}).nullable(),
  /** `paused` while the setting is off. Only coins with a configured address. */
  crypto: z.object({ paused: z.boolean(), addresses: z.partialRecord(z.enum(coins), z.string()) }).nullable(),
})
export type PaymentOptions = z.infer<typeof paymentOptions>

const time = z.string()

/** A payment as its owner sees it. Amounts are in minor units; for coins null, with `amountText`. */
export const ownPayment = z.object({
  id: z.string(),
  at: time,
  plan: plan.nullable(),
  provider: z.enum(paymentProviders),
  /** As the provider names it. */
  method: z.string(),
  currency: z.string(),
  amountMinor: z.number().int().nullable(),
  /** As printed on the receipt: "$14.99", "0.0005 BTC". */
  amountText: z.string(),
  refundedMinor: z.number().int(),
  status: z.enum(paymentStatuses),
  /** The term it bought, while it counts. */
  from: time.nullable(),
  until: time.nullable(),
})
export type OwnPayment = z.infer<typeof ownPayment>

/** Contents of a printed receipt. */
export const receipt = ownPayment.extend({
  /** The seller. */
  siteName: z.string(),
  siteUrl: z.string(),
  contactEmail: z.string(),
  /** The buyer. */
  username: z.string(),
  email: z.string(),
  /** Description of the purchase: "Membership, 30 days". Null when nothing was bought with it. */
  description: z.string().nullable(),
  orderId: z.string().nullable(),
  providerPaymentId: z.string(),
  refundedText: z.string().nullable(),
})
export type Receipt = z.infer<typeof receipt>

export const ownClaim = z.object({
  id: z.string(),
  at: time,
  method: z.enum(claimMethods),
  plan,
  /** The coin, or null. */
  coin: z.string().nullable(),
  /** Last four characters only. */
  reference: z.string(),
  status: z.enum(claimStatuses),
  /** Why it was refused. */
  note: z.string().nullable(),
})
export type OwnClaim = z.infer<typeof ownClaim>

export const subscription = z.object({
  status: z.enum(subscriptionStatuses),
  plan: plan.nullable(),
  premiumUntil: time.nullable(),
  /** Reminders are off; access lasts to the end of the term. */
  cancelled: z.boolean(),
  payments: z.array(ownPayment),
  claims: z.array(ownClaim),
  /** Premium that staff gave, newest first. */
  gifts: z.array(ownGift),
})
export type Subscription = z.infer<typeof subscription>

// Administration.

export const adminPayment = z.object({
  id: z.string(),
  at: time,
  user: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  provider: z.enum(paymentProviders),
  providerPaymentId: z.string(),
  method: z.string(),
  plan: plan.nullable(),
  amountText: z.string(),
  currency: z.string(),
  amountMinor: z.number().int().nullable(),
  refundedMinor: z.number().int(),
  status: z.enum(paymentStatuses),
  granted: z.boolean(),
})
export type AdminPayment = z.infer<typeof adminPayment>

export const adminPaymentDetail = adminPayment.extend({
  order: z
    .object({
      id: z.string(),
      status: z.string(),
      createdAt: time,
      termsVersion: z.number().int(),
      consentAt: time,
    })
    .nullable(),
  references: z.array(z.object({ kind: z.string(), value: z.string() })),
  /** Oldest first: entitlement, ledger, dispute and audit entries. */
  history: z.array(z.object({ at: time, kind: z.string(), text: z.string() })),
  /** The provider's current record; null when it couldn't be reached. */
  record: z.record(z.string(), z.unknown()).nullable(),
  refundable: z.boolean(),
})
export type AdminPaymentDetail = z.infer<typeof adminPaymentDetail>

export const adminPaymentQuery = pageQuery.extend({
  /** A whole username, email address, order, payment or reference, since an index finds nothing less. */
  q: line.max(100).optional(),
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

const note = z.string().trim().min(noteLength.min).max(noteLength.max)

export const refundPaymentInput = z.strictObject({
  /** Minor units; defaults to everything left. */
  amountMinor: z.number().int().positive().optional(),
  reason: note,
})
export type RefundPayment = z.infer<typeof refundPaymentInput>

export const adminClaim = ownClaim.extend({
  user: z.object({ id: z.number().int(), username: z.string() }),
  /** The whole reference. */
  reference: z.string(),
  kind: z.string(),
  bankId: z.string().nullable(),
  /** The payment found for it; `match` says how it differs, or why none was found. */
  payment: adminPayment.nullable(),
  match: z.string(),
  /** Other claims of the same reference. */
  rivals: z.number().int(),
})
export type AdminClaim = z.infer<typeof adminClaim>

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
export const paymentAlert = z.object({
  id: z.number().int(),
  at: time,
  kind: z.string(),
  text: z.string(),
  paymentId: z.string().nullable(),
  orderId: z.string().nullable(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>
