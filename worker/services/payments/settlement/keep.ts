import type { BatchItem } from 'drizzle-orm/batch'
import { formatAmount } from '#contract/values/payments/amounts'
import type { PaymentStatus } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import { accountOf } from '#db/queries/accounts/users'
import { wakeClaims } from '#db/queries/payments/claims'
import { eventsOf, grantOf } from '#db/queries/payments/entitlements'
import { markOrderRefunded, orderById, orderByProviderId } from '#db/queries/payments/orders'
import {
  insertMovement,
  insertReference,
  type PaymentRow,
  upsertPayment,
} from '#db/queries/payments/payments'
import type { VerifiedPayment } from '#worker/integrations/payments/provider'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { heldSince, recordEvent } from '../entitlements/events'
import { refundMail } from '../payment-mail/refund'

/** Order of statuses: late news never lowers one. */
export const ranks: Record<PaymentStatus, number> = {
  pending: 1,
  failed: 2,
  authorized: 3,
  captured: 4,
  partially_refunded: 5,
  refunded: 6,
  reversed: 6,
}

interface PaidOrder {
  orderId: string
  userId: number
  plan: Plan
}

/**
 * Mirrors a payment from its provider: the row, the references that may name it, its ledger entries, and the
 * consequences of a refund or reversal. Grants nothing. Safe to repeat and to run twice at once.
 *
 * Its order is the one that the provider's record names, and never the one in the request: the pair of an
 * order and a payment comes from a browser.
 */
export async function keepPayment(ctx: ServiceContext, payment: VerifiedPayment): Promise<PaymentRow> {
  const { db, now } = ctx
  const paid = await orderBehind(ctx, payment)
  const [row] = await upsertPayment(db, {
    id: randomId(),
    orderId: paid?.orderId ?? null,
    userId: paid?.userId ?? null,
    plan: paid?.plan ?? null,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    method: payment.method,
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    amountAtomic: payment.amountAtomic,
    refundedMinor: payment.refundedMinor,
    status: payment.status,
    statusRank: ranks[payment.status],
    verifiedBy: payment.verifiedBy,
    verifiedAt: now,
    providerCreatedAt: payment.createdAt,
    createdAt: now,
  })
  if (!row) throw new Error('The payment was not kept')
  const notes = [
    ...payment.references.map((reference) => insertReference(db, { ...reference, paymentId: row.id })),
    wakeClaims(
      db,
      payment.references.map(({ ref }) => ref),
      now,
    ),
    ...movements(ctx, payment, row),
    ...(await refundNotes(ctx, payment, row)),
  ]
  const [first, ...rest] = notes
  if (first) await db.batch([first, ...rest])
  await followMoney(ctx, payment, row)
  return row
}

/** Longer than a provider's response can be in flight. */
const newsAge = 3600_000

async function followMoney(
  ctx: ServiceContext,
  { status, staysCaptured }: VerifiedPayment,
  payment: PaymentRow,
): Promise<void> {
  if (status === 'refunded') await recordEvent(ctx, { payment, kind: 'revoke', cause: 'refund' })
  const day = new Date(ctx.now).toISOString().slice(0, 10)
  // Reversed by the provider before any decision; it, or the end of a dispute, may give it back. The day
  // distinguishes a second reversal.
  if (status === 'reversed') await recordEvent(ctx, { payment, kind: 'hold', cause: `reversal:${day}` })
  if (status === 'captured' && payment.status === 'reversed' && !staysCaptured) {
    const [granted] = await grantOf(ctx.db, payment.id)
    const since = granted ? heldSince(await eventsOf(ctx.db, granted.userId), payment.id) : null
    // A response read before the reversal may arrive after it.
    const isLate = since !== null && ctx.now - since < newsAge
    if (!isLate) await recordEvent(ctx, { payment, kind: 'release', cause: `given-back:${day}` })
  }
}

/**
 * Returns the order that a payment was made for. A record naming our order under another provider order
 * proves nothing, so that payment has no owner.
 */
async function orderBehind(ctx: ServiceContext, payment: VerifiedPayment): Promise<PaidOrder | undefined> {
  const { provider, providerOrderId, orderId } = payment
  const [theirs] = providerOrderId ? await orderByProviderId(ctx.db, provider, providerOrderId) : []
  if (theirs) return { orderId: theirs.id, userId: theirs.userId, plan: theirs.plan }
  const [named] = orderId ? await orderById(ctx.db, orderId) : []
  if (!named || named.provider !== provider || named.providerOrderId !== null) return undefined
  return { orderId: named.id, userId: named.userId, plan: named.plan }
}

function movements(ctx: ServiceContext, payment: VerifiedPayment, row: PaymentRow): BatchItem<'sqlite'>[] {
  const { amountMinor, amountAtomic, currency, providerPaymentId, refunds, status } = payment
  if (ranks[status] < ranks.captured) return []
  const movement = { paymentId: row.id, currency }
  return [
    insertMovement(ctx.db, {
      ...movement,
      kind: 'charge',
      amountMinor,
      amountAtomic,
      providerRef: providerPaymentId,
      at: payment.createdAt,
    }),
    ...refunds.map((refund) =>
      insertMovement(ctx.db, {
        ...movement,
        kind: 'refund',
        amountMinor: -refund.amountMinor,
        providerRef: refund.id,
        at: refund.at,
      }),
    ),
  ]
}

async function refundNotes(
  ctx: ServiceContext,
  { status }: VerifiedPayment,
  row: PaymentRow,
): Promise<BatchItem<'sqlite'>[]> {
  const full = status === 'refunded'
  const notes: BatchItem<'sqlite'>[] = []
  if (full && row.orderId) notes.push(markOrderRefunded(ctx.db, row.orderId))
  if (row.refundedMinor === 0) return notes
  const amountText = formatAmount({ ...row, amountMinor: row.refundedMinor })
  if (!full) {
    notes.push(
      raiseAlert(ctx, {
        dedupeKey: `partial:${row.id}:${row.refundedMinor}`,
        kind: 'partial_refund',
        text: `${amountText} of a payment was refunded. Its term continues; end it manually if it shouldn't.`,
        paymentId: row.id,
      }),
    )
  }
  const [account] = row.userId === null ? [] : await accountOf(ctx.db, row.userId)
  if (account) {
    const { email: recipient, username } = account
    const refund = {
      recipient,
      username,
      paymentId: row.id,
      refundedMinor: row.refundedMinor,
      amountText,
      full,
    }
    notes.push(refundMail(ctx, refund))
  }
  return notes
}
