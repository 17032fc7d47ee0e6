import type {
  BankId,
  Coin,
  PaymentProviderId,
  PaymentStatus,
} from '../../../contract/values/payments/payments'
import type { Currency, Plan } from '../../../contract/values/payments/prices'

/** What an adapter needs of an order; all of it was written by us before anybody paid. */
export interface StoredOrder {
  id: string
  userId: number
  provider: PaymentProviderId
  /** Null until the provider has answered the creation. */
  providerOrderId: string | null
  plan: Plan
  currency: Currency
  amountMinor: number
  periodDays: number
  /** Captures that were declined so far. */
  captures: number
  createdAt: number
}

/** What an adapter needs of a claim: a reference that somebody typed, and what they say it paid for. */
export interface StoredClaim {
  id: string
  userId: number
  method: 'upi' | 'netbanking' | 'crypto'
  /** Canonical. */
  ref: string
  plan: Plan
  coin: Coin | null
  bankId: BankId | null
  createdAt: number
}

/** How a person or a bank names a payment. `kind` keeps numbers of different books apart. */
export interface PaymentReference {
  kind: 'rrn' | 'upi_transaction' | 'bank_transaction' | 'utr' | 'provider_payment' | 'transaction'
  /** Canonical: upper case, no spaces, except for provider ids. */
  ref: string
}

declare const verified: unique symbol

/**
 * A payment as the provider's own API, or a chain, shows it. Only `verifiedPayment` makes one, and only adapters may
 * import that: whatever holds such a value has been looked up, not told.
 */
export interface VerifiedPayment {
  readonly [verified]: true
  provider: PaymentProviderId
  providerPaymentId: string
  providerOrderId: string | null
  /** Our order's id as the provider kept it, or null when its record names none. */
  orderId: string | null
  method: string
  /** ISO code, or the coin. */
  currency: string
  amountMinor: number | null
  /** Of coins, decimal digits. */
  amountAtomic: string | null
  refundedMinor: number
  /** Each refund that went through, for the ledger. */
  refunds: readonly { id: string; amountMinor: number; at: number }[]
  status: PaymentStatus
  /** The bank's code, of netbanking. */
  bank: string | null
  /** Milliseconds. */
  createdAt: number
  references: readonly PaymentReference[]
  verifiedBy: 'provider_api' | 'chain'
}

/** The factory of the brand. The lint rules let nothing but the adapters import it. */
export function verifiedPayment(facts: Omit<VerifiedPayment, typeof verified>): VerifiedPayment {
  return facts as VerifiedPayment
}

/** What the records say now. Every confirm, webhook and sweep asks for this and for nothing else. */
export type Outcome =
  /** Money was taken, for now or not any longer: the payment's status and refunds tell. */
  | { kind: 'payment'; payment: VerifiedPayment }
  /** Nothing yet: the buyer hasn't approved, the provider still thinks, or the chain isn't final (`seen`). */
  | { kind: 'waiting'; approved?: boolean; seen?: boolean; retryAt?: number }
  /** The browser's proof isn't the provider's. That says something about the browser, and nothing about the order. */
  | { kind: 'unproven' }
  /** A definite no to this try; the buyer may try again. */
  | { kind: 'declined'; code: string }
  /** It will never be paid: expired, voided, unknown there. */
  | { kind: 'gone'; code: string }
  /** Not exactly what was ordered, or not to be decided by a program. `finding` is for the administrator. */
  | { kind: 'review'; finding: string; payment: VerifiedPayment | null }

/** The provider can't be asked now: a timeout, a 5xx, nonsense, or too many failures just before. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
  /** For the log and the order's last_error: a status or an issue, never a body or a secret. */
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`The payment provider can't be asked: ${code}`, options)
    this.code = code
  }
}

/** What a webhook is about: object ids to look up. Nothing else of it is used. */
export interface WebhookNotice {
  eventId: string
  type: string
  /** Provider's order ids, payment (capture) ids and dispute ids that it names. */
  orders: readonly string[]
  payments: readonly string[]
  disputes: readonly string[]
}

export interface Dispute {
  disputeId: string
  providerPaymentId: string | null
  stage: 'inquiry' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  status: 'open' | 'won' | 'lost' | 'closed'
  /** In the provider's words. */
  outcome: string | null
  amountMinor: number | null
}

export type RefundOutcome =
  | { kind: 'done' | 'pending'; refundId: string }
  | { kind: 'refused'; code: string; message: string }

export interface ListedPayments {
  payments: VerifiedPayment[]
  /** False: the provider has more than was read, or can't list. */
  complete: boolean
}

/**
 * One source of proof: asked with an order (`Subject` is StoredOrder) or with a claim (StoredClaim), it answers what its
 * records say. Methods may throw ProviderDown and nothing else on purpose.
 */
export interface PaymentProvider<Subject> {
  readonly id: PaymentProviderId
  /**
   * For orders, takes the money too when the buyer has approved exactly what was ordered. `proof` is what the browser
   * brought, checked where the provider signs it. Safe to repeat and to run twice at once.
   */
  settle(subject: Subject, proof?: { paymentId: string; signature: string }): Promise<Outcome>
}

/** A processor with orders of its own. Another one is added by a folder with one of these and a line in the registry. */
export interface Processor extends PaymentProvider<StoredOrder> {
  /** Creates the provider's order, or finds the one that an earlier, lost answer made. */
  create(order: StoredOrder): Promise<{ providerOrderId: string }>
  /** A payment by the provider's id; null when it knows none. */
  read(providerPaymentId: string): Promise<VerifiedPayment | null>
  /** Payments by a typed reference that the provider can look up itself. */
  find(reference: string): Promise<VerifiedPayment[]>
  /** Payments made in between, newest first, for mirror and reconciliation. */
  list(since: number, until: number, atMostPages: number): Promise<ListedPayments>
  /** Null for anything whose signature isn't the provider's: it gets a 400 and leaves no row. */
  readWebhook(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<WebhookNotice | null>
  readDispute(disputeId: string): Promise<Dispute | null>
  /** `key` makes a repetition harmless. */
  refund(
    providerPaymentId: string,
    amountMinor: number,
    currency: string,
    key: string,
  ): Promise<RefundOutcome>
  /** The raw record, for an administrator's eyes, without what identifies a payer. Null: unknown there. */
  record(providerPaymentId: string): Promise<Record<string, unknown> | null>
}
