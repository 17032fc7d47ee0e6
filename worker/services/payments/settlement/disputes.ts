import type { PaymentProviderId } from '#contract/values/payments/payments'
import {
  insertChargebackWon,
  insertMovement,
  type PaymentRow,
  paymentByProviderId,
  upsertDispute,
} from '#db/queries/payments/payments'
import type { Dispute, Processor } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { recordEvent } from '../entitlements/events'
import { settleById } from './settle-by-id'

/**
 * Applies a dispute to the term that its payment bought: suspends, ends or restores it. Returns false when
 * the provider doesn't know it.
 */
export async function followDispute(
  ctx: ServiceContext,
  processor: Processor,
  disputeId: string,
): Promise<boolean> {
  const dispute = await processor.readDispute(disputeId)
  if (!dispute) return false
  const payment = await disputedPayment(ctx, processor, dispute)
  const { db, now } = ctx
  const { stage, status, outcome } = dispute
  const text = `A buyer has disputed a payment. Stage: ${stage}, status: ${status}. Respond on the provider's site before the deadline.`
  await db.batch([
    upsertDispute(db, {
      provider: processor.id,
      disputeId,
      paymentId: payment?.id ?? null,
      stage,
      status,
      outcome,
      updatedAt: now,
    }),
    raiseAlert(ctx, {
      dedupeKey: `dispute:${disputeId}:${stage}:${status}`,
      kind: 'dispute',
      text,
      ...(payment && { paymentId: payment.id }),
    }),
  ])
  if (!payment) return false
  await applyDispute(ctx, payment, dispute)
  // A grant that the dispute prevented may be possible now.
  if (isGivenBack(dispute)) await settleById(ctx, processor, payment.providerPaymentId)
  return true
}

/** Returns the payment as it is now, since a refund often follows a dispute. */
async function disputedPayment(
  ctx: ServiceContext,
  processor: Processor,
  { providerPaymentId }: Dispute,
): Promise<PaymentRow | null> {
  if (providerPaymentId === null) return null
  await settleById(ctx, processor, providerPaymentId)
  return byProviderId(ctx, processor.id, providerPaymentId)
}

async function byProviderId(
  ctx: ServiceContext,
  provider: PaymentProviderId,
  providerPaymentId: string,
): Promise<PaymentRow | null> {
  const [row] = await paymentByProviderId(ctx.db, provider, providerPaymentId)
  return row ?? null
}

async function applyDispute(ctx: ServiceContext, payment: PaymentRow, dispute: Dispute): Promise<void> {
  const { disputeId, stage, status } = dispute
  // The stage is part of the cause: after a won round, a second one holds again.
  const cause = `dispute:${disputeId}:${stage}`
  if (status === 'open' && stage !== 'inquiry') await recordEvent(ctx, { payment, kind: 'hold', cause })
  if (status === 'lost') {
    await lostMoney(ctx, payment, dispute)
    await recordEvent(ctx, { payment, kind: 'revoke', cause: `dispute:${disputeId}` })
  }
  if (isGivenBack(dispute)) {
    await insertChargebackWon(ctx.db, payment.id, disputeId, ctx.now)
    await recordEvent(ctx, { payment, kind: 'release', cause })
  }
}

function isGivenBack({ status }: Dispute): boolean {
  return status === 'won' || status === 'closed'
}

function lostMoney(ctx: ServiceContext, payment: PaymentRow, { disputeId, amountMinor }: Dispute) {
  return insertMovement(ctx.db, {
    paymentId: payment.id,
    kind: 'chargeback',
    currency: payment.currency,
    amountMinor: -(amountMinor ?? payment.amountMinor ?? 0),
    providerRef: disputeId,
    at: ctx.now,
  })
}
