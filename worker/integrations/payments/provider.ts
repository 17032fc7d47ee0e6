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
  /** The transaction that a notice bound to the order, for processors that can't be asked about our order. */
  providerPaymentHint: string | null
  createdAt: number
}

/** An adapter's view of a claim: a typed reference, and the plan that the claimant says it paid for. */
export interface StoredClaim {
  id: string
  userId: number
  method: 'upi' | 'netbanking' | 'crypto'
  /** Canonical. */
  ref: string
  plan: Plan
  /**
   * The plan's price when it was claimed. Null for coins, and for claims from before prices were a setting.
   */
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
   * Whether the provider's records may say captured although the money went back. If so, they don't overrule
   * a notice of its return.
   */
  staysCaptured?: true
  /**
   * The reason why it doesn't count for its order although its amount may be right: it came late, or only the
   * server's owner says that it came. An administrator decides.
   */
  finding?: string
  /** A note for the administrator, as a full sentence, about a payment that counts. */
  remark?: string
}

/** The factory of the brand. The lint rules let nothing but the adapters import it. */
export function verifiedPayment(facts: Omit<VerifiedPayment, typeof verified>): VerifiedPayment {
  return facts as VerifiedPayment
}

/** State of the provider's records. Every confirm, webhook and sweep asks for this and nothing else. */
export type Outcome =
  /** Money was taken, though it may have gone back: the payment's status and refunds tell. */
  | { kind: 'payment'; payment: VerifiedPayment }
  /** Nothing yet: the buyer hasn't approved, the provider still thinks, or the chain isn't final (`seen`). */
  | { kind: 'waiting'; approved?: boolean; seen?: boolean; retryAt?: number }
  /**
   * The browser's proof isn't the provider's, which says nothing about the order. `finding`, for the
   * administrator, describes a proof that our key signed nevertheless.
   */
  | { kind: 'unproven'; finding?: string }
  /** A definite refusal of this try; the buyer may try again. */
  | { kind: 'declined'; code: string }
  /** The buyer approved, and the money was left with them, since `mayTake` said no. */
  | { kind: 'left' }
  /**
   * It will never be paid: expired, voided, unknown there. `finding` tells the administrator why it may be
   * elsewhere.
   */
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

/** A webhook delivery, as it was received. */
export interface WebhookRequest {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** The sender's address as the edge saw it: headers that a sender writes don't count. */
  clientAddress: string
}

/** The response that a provider expects, where it isn't JSON. */
export interface WebhookAnswer {
  status: 200 | 400
  type: string
  body: string
}

/**
 * A pair of our order and the provider's transaction, with the amount and term that the notice says were
 * sold. It says where to look, never that it is paid.
 */
export interface Binding {
  orderId: string
  providerPaymentId: string
  amountMinor: number
  currency: string
  periodDays: number
}

/** Money that went back, according to a notice that only the provider can have signed. */
export interface Returned {
  providerPaymentId: string
  /** A refund, or a chargeback. */
  kind: 'refunded' | 'reversed'
}

/**
 * Subject of a webhook: object IDs to look up. Nothing else of it is used, except `returned`, from providers
 * whose records may not show that money went back.
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
  /** The refund may have been made: only the provider's own site tells. */
  | { kind: 'unknown'; code: string }

export interface ListedPayments {
  payments: VerifiedPayment[]
  /** False if the provider has more than was read, or can't list. */
  complete: boolean
}

/** In milliseconds. */
export interface ListLimit {
  /** The longest period that `list` covers at once. */
  period: number
  /** The time until `list` may be called again. */
  pause: number
}

/** Returns whether money that the buyer approved may be taken. */
export type MayTake = () => Promise<boolean>

/**
 * A source of proof: returns the state of its records about an order (`Subject` is StoredOrder) or a claim
 * (StoredClaim). Methods deliberately throw nothing but ProviderDown.
 */
export interface PaymentProvider<Subject> {
  readonly id: PaymentProviderId
  /**
   * For orders, also captures the money if the buyer has approved exactly that order and `mayTake`, asked just
   * before, doesn't say no. `proof` comes from the browser and is verified where the provider signs it. Safe to
   * repeat and to run twice at once.
   */
  settle(
    subject: Subject,
    proof?: { paymentId: string; signature: string },
    mayTake?: MayTake,
  ): Promise<Outcome>
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
   * Returns a payment by the provider's ID; null when it knows none. `order` is its order in our books, for
   * providers whose records name neither order nor amount. `returned` is the notice that its money went back.
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
  /** Set if a list covers less time than the comparison looks back on, which then reads the rest later. */
  readonly listLimit?: ListLimit
  /** Returns null for anything not from the provider: it is refused and leaves no row. */
  readWebhook(request: WebhookRequest): Promise<WebhookNotice | null>
  /** The response to a delivery that was stored or refused; JSON if not given. */
  readonly answers?: { accepted: WebhookAnswer; refused: WebhookAnswer }
  readDispute(disputeId: string): Promise<Dispute | null>
  /**
   * How money goes back through `refund`: any part of it, under a key that makes a repetition harmless; all
   * of it, without such a key; or not at all.
   */
  readonly refunds: RefundRule
  refund(
    providerPaymentId: string,
    amountMinor: number,
    currency: string,
    key: string,
  ): Promise<RefundOutcome>
  /**
   * Returns the raw record for an administrator, without data that identifies a payer; null if it is unknown
   * there.
   */
  record(providerPaymentId: string): Promise<Record<string, unknown> | null>
}

/** A processor's entry in the registry, before it is configured. */
export interface ProcessorKind<Config> {
  /** Milliseconds that the provider lets the buyer pay. Money that comes later still counts. */
  openFor: number
  parse(read: ConfigReader): Config | null
  create(config: Config, outside: Outside): Processor
}
