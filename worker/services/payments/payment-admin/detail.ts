import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import {
  auditOf,
  disputesOf,
  entitlementOf,
  ledgerOf,
  orderOf,
  referencesOf,
  shownPayment,
} from '#db/queries/payments/admin'
import type { PaymentRow } from '#db/queries/payments/payments'
import { notFound } from '#worker/errors'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { describeError, log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { processorOf } from '../processors'
import { historyOf } from './history'
import { isUnclear } from './refund-acts'
import { refundable } from './refundable'
import { adminPayment } from './view'

/** Returns everything known about a payment, including the provider's current record. */
export async function getPayment(ctx: ServiceContext, id: string): Promise<AdminPaymentDetail> {
  const { db } = ctx
  const [[shown], [order], references, events, movements, disputes, acts] = await db.batch([
    shownPayment(db, id),
    orderOf(db, id),
    referencesOf(db, id),
    entitlementOf(db, id),
    ledgerOf(db, id),
    disputesOf(db, id),
    auditOf(db, id),
  ])
  if (!shown) throw notFound('The payment')
  const processor = processorOf(ctx, shown.payment.provider)
  return {
    ...adminPayment(shown),
    order: order
      ? {
          id: order.id,
          status: order.status,
          createdAt: isoTime(order.createdAt),
          termsVersion: order.termsVersion,
          consentAt: isoTime(order.consentAt),
        }
      : null,
    references,
    history: historyOf({ events, movements, disputes, acts, currency: shown.payment.currency }),
    record: await recordOf(ctx, shown.payment),
    refundable: refundable(ctx, shown.payment) > 0,
    refunds: processor?.refunds ?? null,
    refundUnclear: processor !== null && isUnclear(processor, acts),
  }
}

/** Fetches the provider's record; the page works without it. */
async function recordOf(ctx: ServiceContext, payment: PaymentRow): Promise<AdminPaymentDetail['record']> {
  try {
    return (await processorOf(ctx, payment.provider)?.record(payment.providerPaymentId)) ?? null
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log('warn', 'payments.no-record', { requestId: ctx.requestId, ...describeError(error) })
    return null
  }
}
