import type { BankId, Coin, PaymentProviderId, PaymentStatus } from '#contract/values/payments/payments'
import type { Currency, Plan } from '#contract/values/payments/prices'
import type { ConfigReader } from './config-reader'
import type { Outside } from './http'

/** An adapter's view of an order; we wrote all of it before any payment. */
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
  /** The transaction that a notice bound to it, for processors that can't be asked about our order. */
  providerPaymentHint: string | null
  createdAt: number
}

/** An adapter's view of a claim: a typed reference, and what the claimant says it paid for. */
export interface StoredClaim {
  id: string
  userId: number
  method: 'upi' | 'netbanking' | 'crypto'
  /** Canonical. */
  ref: string
  plan: Plan
  /** What the plan cost when it was claimed. Null for coins, and for claims from before prices were a setting. */
  amountMinor: number | null
  coin: Coin | null
  bankId: BankId | null
  createdAt: number
}

/** A person's or bank's reference to a payment. `kind` separates numbers of different books. */
export interface PaymentReference {
  kind: 'rrn' | 'upi_transaction' | 'bank_transaction' | 'utr' | 'provider_payment' | 'transaction'
  /** Canonical: upper case, no spaces, except for provider IDs. */
  ref: string
}

declare const verified: unique symbol

/**
 * A payment as the provider's own API, or a chain, shows it. Only `verifiedPayment` creates one, and only
 * adapters may import that: every such value was looked up, not reported.
 */
export interface VerifiedPayment {
  readonly [verified]: true
  provider: PaymentProviderId
  providerPaymentId: string
  providerOrderId: string | null
  /** Our order's ID as the provider's record names it, or null. */
  orderId: string | null
  method: string
  /** ISO code, or the coin. */
  currency: string
  amountMinor: number | null
  /** For coins: decimal digits. */
  amountAtomic: string | null
  refundedMinor: number
  /** Each successful refund, for the ledger. */
  refunds: readonly { id: string; amountMinor: number; at: number }[]
  status: PaymentStatus
  /** The bank's code, of netbanking. */
  bank: string | null
  /** Milliseconds. */
  createdAt: number
  references: readonly PaymentReference[]
  verifiedBy: 'provider_api' | 'chain'
  /**
   * The provider's records may say captured although the money went back, so that they undo nothing that a
   * notice told of it.
   */
  staysCaptured?: true
  /**
   * Why it doesn't count for its order although its amount may be right: it came late, or only the owner says
   * that it came. An administrator decides.
   */
  finding?: string
  /** What an administrator should know about it although it counts, as a full sentence. */
  remark?: string
}

/** The factory of the brand. The lint rules let nothing but the adapters import it. */
export function verifiedPayment(facts: Omit<VerifiedPayment, typeof verified>): VerifiedPayment {
  return facts as VerifiedPayment
}

/** State of the provider's records. Every confirm, webhook and sweep asks for this and nothing else. */
export type Outcome =
  /** Money was taken, for now or not any longer: the payment's status and refunds tell. */
  | { kind: 'payment'; payment: VerifiedPayment }
  /** Nothing yet: the buyer hasn't approved, the provider still thinks, or the chain isn't final (`seen`). */
  | { kind: 'waiting'; approved?: boolean; seen?: boolean; retryAt?: number }
  /**
   * The browser's proof isn't the provider's. That is about the browser, and not about the order. `finding`,
   * for the administrator, describes a proof that our key signed nevertheless.
   */
  | { kind: 'unproven'; finding?: string }
  /** A definite no to this try; the buyer may try again. */
  | { kind: 'declined'; code: string }
  /** It will never be paid: expired, voided, unknown there. `finding`, for the administrator: why it may be elsewhere. */
  | { kind: 'gone'; code: string; finding?: string }
  /** Differs from the order, or isn't for a program to decide. `finding` is for the administrator. */
  | { kind: 'review'; finding: string; payment: VerifiedPayment | null }

/** The provider can't be asked now: a timeout, a 5xx, nonsense, or too many failures just before. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
  /** For the log and the order's last_error: a status or an issue, never a body or a secret. */
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`The payment provider can't be reached: ${code}`, options)
    this.code = code
  }
}

/** A delivery of a provider, as it came. */
export interface WebhookRequest {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** The sender's, as the edge saw it: no header that a sender writes counts. */
  clientAddress: string
}

/** The answer that a provider expects, where it isn't JSON. */
export interface WebhookAnswer {
  status: 200 | 400
  type: string
  body: string
}

/**
 * A pair of our order and the provider's transaction, with what the notice says was sold. It says where to
 * look, never that it is paid.
 */
export interface Binding {
  orderId: string
  providerPaymentId: string
  amountMinor: number
  currency: string
  periodDays: number
}

/** Money that went back, as a notice says that only the provider can have signed. */
export interface Returned {
  providerPaymentId: string
  /** A refund, or a chargeback. */
  kind: 'refunded' | 'reversed'
}

/**
 * Subject of a webhook: object IDs to look up. Nothing else of it is used, but for `returned`, of providers whose
 * records may not show that money went back.
 */
export interface WebhookNotice {
  eventId: string
  type: string
  /** Provider's order IDs, payment (capture) IDs and dispute IDs that it names. */
  orders: readonly string[]
  payments: readonly string[]
  disputes: readonly string[]
  bindings: readonly Binding[]
  returned?: readonly Returned[]
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

export type RefundRule = 'any' | 'whole' | 'manual'

export type RefundOutcome =
  | { kind: 'done' | 'pending'; refundId: string }
  | { kind: 'refused'; code: string; message: string }
  /** It may have been made: only the provider's own site tells. */
  | { kind: 'unknown'; code: string }

export interface ListedPayments {
  payments: VerifiedPayment[]
  /** False: the provider has more than was read, or can't list. */
  complete: boolean
}

/** In milliseconds. */
export interface ListLimit {
  /** As much as `list` gives at once. */
  period: number
  /** Until it may be called again. */
  pause: number
}

/**
 * A source of proof: returns what its records say about an order (`Subject` is StoredOrder) or a claim
 * (StoredClaim). Methods deliberately throw nothing but ProviderDown.
 */
export interface PaymentProvider<Subject> {
  readonly id: PaymentProviderId
  /**
   * For orders, also captures the money if the buyer has approved exactly that order. `proof` comes from the
   * browser and is verified where the provider signs it. Safe to repeat and to run twice at once.
   */
  settle(subject: Subject, proof?: { paymentId: string; signature: string }): Promise<Outcome>
}

export interface CreatedOrder {
  providerOrderId: string
  /** The provider's page, where the buyer pays; null where our checkout document loads its script. */
  redirectUrl: string | null
}

/** A processor with its own orders. CONTRIBUTING.md says how to add one. */
export interface Processor extends PaymentProvider<StoredOrder> {
  /**
   * Creates the provider's order, or finds the one whose creation was never confirmed. The buyer comes back to
   * `returnUrl`, which proves nothing. An order that has its provider's ID gets the same one again.
   */
  create(order: StoredOrder, returnUrl: string): Promise<CreatedOrder>
  /**
   * A payment by the provider's ID; null when it knows none. `order` is its order in our books, for providers
   * whose records name neither order nor amount. `returned` is what a notice says of it.
   */
  read(
    providerPaymentId: string,
    order: StoredOrder | null,
    returned?: Returned,
  ): Promise<VerifiedPayment | null>
  /** Returns payments by a typed reference that the provider can look up itself. */
  find(reference: string): Promise<VerifiedPayment[]>
  /** Returns payments in a period, newest first, for mirror and reconciliation. */
  list(since: number, until: number, atMostPages: number): Promise<ListedPayments>
  /** For processors that don't list as much as the comparison looks back on: what it missed, it reads later. */
  readonly listLimit?: ListLimit
  /** Returns null for anything not from the provider: it is refused and leaves no row. */
  readWebhook(request: WebhookRequest): Promise<WebhookNotice | null>
  /** What a delivery is answered, once it is stored or when it is refused; JSON if not given. */
  readonly answers?: { accepted: WebhookAnswer; refused: WebhookAnswer }
  readDispute(disputeId: string): Promise<Dispute | null>
  /**
   * How money goes back through `refund`: in any part under a key that makes a repetition harmless, all of it and without such
   * a key, or not at all.
   */
  readonly refunds: RefundRule
  refund(
    providerPaymentId: string,
    amountMinor: number,
    currency: string,
    key: string,
  ): Promise<RefundOutcome>
  /**
   * Returns the raw record for an administrator, without data that identifies a payer. Null: unknown there.
   */
  record(providerPaymentId: string): Promise<Record<string, unknown> | null>
}

/** What the registry knows of a processor before it is configured. */
export interface ProcessorKind<Config> {
  /** Milliseconds that the provider lets the buyer pay. Money that comes later still counts. */
  openFor: number
  parse(read: ConfigReader): Config | null
  create(config: Config, outside: Outside): Processor
}
