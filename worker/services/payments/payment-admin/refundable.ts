import type { PaymentRow } from '../../../../db/queries/payments/payments'
import type { ServiceContext } from '../../context'
import { processorOf } from '../payments'

/** Minor units that can be returned through the provider. Nothing of a chain's, nor where the provider isn't set up. */
export function refundable(ctx: ServiceContext, payment: PaymentRow): number {
  const { status, amountMinor, refundedMinor } = payment
  const isTaken = status === 'captured' || status === 'partially_refunded'
  if (!isTaken || amountMinor === null || !processorOf(ctx, payment.provider)) return 0
  return amountMinor - refundedMinor
}
