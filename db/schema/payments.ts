import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  type BankId,
  type Coin,
  claimMethods,
  claimStatuses,
  orderStatuses,
  paymentProviders,
  paymentStatuses,
} from '#contract/values/payments/payments'
import { currencies, plans } from '#contract/values/payments/prices'
import { users } from './accounts'
import { flag, time } from './columns'

/** The video on whose locked page the purchase began, until it is counted as a sale; for at most 30 days. */
const soldVideoId = () => integer('sold_video_id')

/** Orders: price, plan and account as recorded here, whatever a browser sends later. */
export const payOrders = sqliteTable(
  'pay_orders',
  {
    /** Our own ID, which is also the idempotency key of requests to the provider. */
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    provider: text('provider', { enum: paymentProviders }).notNull(),
    providerOrderId: text('provider_order_id'),
    /**
     * The provider's transaction, as named by the first genuine notice; shows where to look, not that it is
     * paid.
     */
    providerPaymentHint: text('provider_payment_hint'),
    plan: text('plan', { enum: plans }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    periodDays: integer('period_days').notNull(),
    status: text('status', { enum: orderStatuses }).notNull().default('created'),
    /** Number of captures definitely declined; part of the next one's idempotency key. */
    captures: integer('captures').notNull().default(0),
    termsVersion: integer('terms_version').notNull(),
    consentAt: time('consent_at').notNull(),
    /** When the sweep checks again; null if there is nothing to wait for. */
    nextCheckAt: time('next_check_at'),
    checks: integer('checks').notNull().default(0),
    lastError: text('last_error'),
    soldVideoId: soldVideoId(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pay_orders_provider')
      .on(table.provider, table.providerOrderId)
      .where(sql`provider_order_id is not null`),
    uniqueIndex('pay_orders_hint')
      .on(table.provider, table.providerPaymentHint)
      .where(sql`provider_payment_hint is not null`),
    index('pay_orders_due').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    index('pay_orders_user').on(table.userId, table.createdAt),
    index('pay_orders_sold').on(table.createdAt).where(sql`sold_video_id is not null`),
    check('pay_orders_amount', sql`amount_minor > 0`),
    check('pay_orders_period', sql`period_days > 0`),
  ],
)

/** Mirror of a provider's own payment records, including payments without an order. */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').references(() => payOrders.id),
    /** Null until a claim to it is granted. */
    userId: integer('user_id'),
    provider: text('provider', { enum: paymentProviders }).notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    /** As the provider names it: wallet, upi, netbanking, card, BTC. */
    method: text('method').notNull(),
    /** ISO code, or a coin. */
    currency: text('currency').notNull(),
    amountMinor: integer('amount_minor'),
    /** For coins: decimal digits, since a double can't hold them. */
    amountAtomic: text('amount_atomic'),
    refundedMinor: integer('refunded_minor').notNull().default(0),
    status: text('status', { enum: paymentStatuses }).notNull(),
    /** Rank of the status; late news never lowers it. */
    statusRank: integer('status_rank').notNull(),
    /** The term it buys. Null until known. */
    plan: text('plan', { enum: plans }),
    verifiedBy: text('verified_by', { enum: ['provider_api', 'chain', 'admin'] }),
    verifiedAt: time('verified_at'),
    providerCreatedAt: time('provider_created_at').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_provider').on(table.provider, table.providerPaymentId),
    index('payments_user').on(table.userId, table.providerCreatedAt),
    index('payments_newest').on(table.providerCreatedAt, table.id),
    index('payments_status').on(table.status, table.providerCreatedAt, table.id),
    index('payments_order').on(table.orderId),
    check('payments_amount', sql`amount_minor is not null or amount_atomic is not null`),
    check('payments_verified_by', sql`verified_by in ('provider_api', 'chain', 'admin')`),
  ],
)

/**
 * All references by which a payment may be named: RRN, UTR, a bank's or a chain's transaction. In canonical
 * form.
 */
export const paymentRefs = sqliteTable(
  'payment_refs',
  {
    kind: text('kind').notNull(),
    ref: text('ref').notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.ref] }),
    index('payment_refs_payment').on(table.paymentId),
    index('payment_refs_ref').on(table.ref),
  ],
)

/** A member's claim that a payment is theirs. */
export const claims = sqliteTable(
  'claims',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    method: text('method', { enum: claimMethods }).notNull(),
    /** Meaning of `ref`: `reference` or, for coins, the network. */
    kind: text('kind').notNull(),
    ref: text('ref').notNull(),
    plan: text('plan', { enum: plans }).notNull(),
    coin: text('coin').$type<Coin>(),
    /**
     * The plan's price at the time of the claim. Null for coins, and for claims from before prices were a
     * setting.
     */
    amountMinor: integer('amount_minor'),
    bankId: text('bank_id').$type<BankId>(),
    status: text('status', { enum: claimStatuses }).notNull().default('submitted'),
    paymentId: text('payment_id').references(() => payments.id),
    /** For the administrator: the result of the last check, or the reason why there was none. */
    finding: text('finding').notNull().default(''),
    termsVersion: integer('terms_version').notNull(),
    /** Null for the reference of a payment that was begun before its method was turned off, or claimed before. */
    consentAt: time('consent_at'),
    nextCheckAt: time('next_check_at'),
    checks: integer('checks').notNull().default(0),
    reviewerId: integer('reviewer_id'),
    reviewNote: text('review_note'),
    decidedAt: time('decided_at'),
    soldVideoId: soldVideoId(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('claims_of_user').on(table.userId, table.kind, table.ref),
    uniqueIndex('claims_granted_once').on(table.kind, table.ref).where(sql`status = 'granted'`),
    index('claims_ref').on(table.kind, table.ref),
    index('claims_due').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    index('claims_queue').on(table.status, table.createdAt, table.id),
    index('claims_sold').on(table.createdAt).where(sql`sold_video_id is not null`),
  ],
)

/**
 * Events of entitlements. Append-only. Premium is their sum; a trigger refuses a grant without a verified,
 * captured payment.
 */
export const entitlementEvents = sqliteTable(
  'entitlement_events',
  {
    userId: integer('user_id').notNull(),
    /** 1, 2, 3 … per account: a second writer of the same number has to read again. */
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['grant', 'revoke', 'hold', 'release'] }).notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** `settle`, `refund`, a dispute and its stage: each cause counts once. */
    cause: text('cause').notNull(),
    days: integer('days').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    uniqueIndex('entitlement_events_cause').on(table.paymentId, table.kind, table.cause),
    uniqueIndex('entitlement_events_grant').on(table.paymentId).where(sql`kind = 'grant'`),
    check('entitlement_events_kind', sql`kind in ('grant', 'revoke', 'hold', 'release')`),
  ],
)

/** Premium that staff gave away. It isn't a payment, and is never in the ledger. */
export const premiumGifts = sqliteTable(
  'premium_gifts',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    days: integer('days').notNull(),
    /** The member reads it. */
    reason: text('reason').notNull(),
    givenBy: integer('given_by').notNull(),
    at: time('at').notNull(),
    revokedAt: time('revoked_at'),
    revokeReason: text('revoke_reason'),
  },
  (table) => [
    index('premium_gifts_user').on(table.userId, table.at),
    index('premium_gifts_newest').on(table.at, table.id),
    check('premium_gifts_days', sql`days > 0`),
  ],
)

/**
 * Events of gifts. Append-only, and part of the same sum as the events of payments, with which they share
 * `seq` by trigger. A trigger refuses a grant without an audited gift from staff.
 */
export const giftEvents = sqliteTable(
  'gift_events',
  {
    userId: integer('user_id').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['grant', 'revoke'] }).notNull(),
    giftId: text('gift_id')
      .notNull()
      .references(() => premiumGifts.id),
    days: integer('days').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    uniqueIndex('gift_events_once').on(table.giftId, table.kind),
    check('gift_events_kind', sql`kind in ('grant', 'revoke')`),
  ],
)

/** Batches of gift codes that were made together. A trigger keeps their terms from being changed. */
export const giftCodeBatches = sqliteTable(
  'gift_code_batches',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    note: text('note').notNull(),
    days: integer('days').notNull(),
    codes: integer('codes').notNull(),
    /** Counted by trigger. */
    redeemed: integer('redeemed').notNull().default(0),
    madeBy: integer('made_by').notNull(),
    at: time('at').notNull(),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
    revokeReason: text('revoke_reason'),
  },
  (table) => [
    uniqueIndex('gift_code_batches_name').on(table.name),
    index('gift_code_batches_newest').on(table.at, table.id),
    check('gift_code_batches_days', sql`days > 0`),
  ],
)

/**
 * Gift codes; only a hash of each is stored. Triggers prevent codes from being added to a batch that is in
 * the audit log, and from being redeemed twice.
 */
export const giftCodes = sqliteTable(
  'gift_codes',
  {
    hash: text('hash').primaryKey(),
    batchId: text('batch_id')
      .notNull()
      .references(() => giftCodeBatches.id),
    redeemedBy: integer('redeemed_by'),
    redeemedAt: time('redeemed_at'),
  },
  (table) => [
    index('gift_codes_user').on(table.redeemedBy, table.redeemedAt).where(sql`redeemed_by is not null`),
    index('gift_codes_newest').on(table.redeemedAt, table.hash).where(sql`redeemed_at is not null`),
  ],
)

/**
 * Events of gift codes. Append-only, and part of the same sum and sequence. Each is a grant, which a trigger
 * refuses unless this account has just redeemed the code.
 */
export const giftCodeEvents = sqliteTable(
  'gift_code_events',
  {
    userId: integer('user_id').notNull(),
    seq: integer('seq').notNull(),
    hash: text('hash')
      .notNull()
      .references(() => giftCodes.hash),
    days: integer('days').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    uniqueIndex('gift_code_events_once').on(table.hash),
  ],
)

/**
 * Movements of money, one row for each. Append-only. Amounts are signed, in minor units; for coins in atomic
 * units, as text.
 */
export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: ['charge', 'refund', 'chargeback', 'chargeback_won'] }).notNull(),
    currency: text('currency').notNull(),
    amountMinor: integer('amount_minor'),
    amountAtomic: text('amount_atomic'),
    /** The provider's ID of the movement. */
    providerRef: text('provider_ref').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    // Providers number their movements alike.
    uniqueIndex('ledger_once_each').on(table.paymentId, table.kind, table.providerRef),
    index('ledger_at').on(table.at),
  ],
)

export const disputes = sqliteTable(
  'disputes',
  {
    provider: text('provider', { enum: paymentProviders }).notNull(),
    disputeId: text('dispute_id').notNull(),
    paymentId: text('payment_id').references(() => payments.id),
    stage: text('stage').notNull(),
    status: text('status').notNull(),
    outcome: text('outcome'),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.disputeId] }),
    index('disputes_payment').on(table.paymentId),
  ],
)

/**
 * Inbox of providers' webhooks. Their text is never trusted: it only prompts a look at the provider's
 * records.
 */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    provider: text('provider', { enum: paymentProviders }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    status: text('status', { enum: ['received', 'done', 'orphan'] })
      .notNull()
      .default('received'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    receivedAt: time('received_at').notNull(),
    /** When the sweep processes it; null once done. */
    nextAttemptAt: time('next_attempt_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_events_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('webhook_events_received').on(table.receivedAt),
  ],
)

/** The time up to which a processor's books were read, for processors that list at most a day at a time. */
export const paymentBooks = sqliteTable('payment_books', {
  provider: text('provider', { enum: paymentProviders }).primaryKey(),
  readUntil: time('read_until').notNull(),
})

/** Alerts for administrators: books that differ, money without an order, a wrong amount. */
export const paymentAlerts = sqliteTable(
  'payment_alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Ensures that each difference is raised only once. */
    dedupeKey: text('dedupe_key').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    paymentId: text('payment_id'),
    orderId: text('order_id'),
    at: time('at').notNull(),
    resolvedAt: time('resolved_at'),
    resolvedBy: integer('resolved_by'),
  },
  (table) => [
    uniqueIndex('payment_alerts_dedupe').on(table.dedupeKey),
    index('payment_alerts_open').on(table.id).where(sql`resolved_at is null`),
  ],
)

/**
 * A table whose invalid rows roll their batch back: that is how a batch requires that an earlier statement
 * changed something.
 */
export const batchAssert = sqliteTable('batch_assert', {
  ok: integer('ok').notNull(),
})

/**
 * Read model of the entitlement: the end of an account's premium. Written only by the fold over its events.
 */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    premiumUntil: time('premium_until').notNull(),
    plan: text('plan', { enum: plans }),
    /** The reason why it isn't running, unless it has ended. */
    state: text('state', { enum: ['running', 'suspended', 'revoked'] })
      .notNull()
      .default('running'),
    /** Reminders are off; the term runs to its end. */
    cancelled: flag('cancelled').notNull().default(false),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [index('subscriptions_until').on(table.plan, table.premiumUntil)],
)
