import { insertMovement, paymentByProviderId } from '#db/queries/payments/payments'
import type { Processor, Returned } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { settleById } from './settle-by-id'

/**
 * Applies a notice of money that went back: a refund ends the term, a chargeback suspends it. Returns false when
 * it wasn't paid for an order of ours.
 */
export async function followReturned(
  ctx: ServiceContext,
  processor: Processor,
  returned: Returned,
): Promise<boolean> {
  const { providerPaymentId, kind } = returned
  const isOurs = await settleById(ctx, processor, providerPaymentId, returned)
  const [payment] = await paymentByProviderId(ctx.db, processor.id, providerPaymentId)
  // Where the record doesn't show it, the notice alone changes no books.
  const isBack = payment?.status === 'reversed' || payment?.status === 'refunded'
  if (isBack && kind === 'reversed') {
    await ctx.db.batch([
      insertMovement(ctx.db, {
        paymentId: payment.id,
        kind: 'chargeback',
        currency: payment.currency,
        amountMinor: -(payment.amountMinor ?? 0),
        providerRef: `chargeback-${providerPaymentId}`,
        at: ctx.now,
      }),
      raiseAlert(ctx, {
        dedupeKey: `chargeback:${payment.id}`,
        kind: 'dispute',
        text: "A buyer's bank took a payment back. Its term is suspended. The processor's site says why, and whether you can respond.",
        paymentId: payment.id,
      }),
    ])
  }
  return isOurs
}
