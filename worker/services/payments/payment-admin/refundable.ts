import type { PaymentRow } from '../../../../db/queries/payments/payments'
import type { ServiceContext } from '../../context'
import { processorOf } from '../payments'

/** Returns the minor units refundable through the provider: none for crypto, or when it isn't set up. */
export function refundable(ctx: ServiceContext, payment: PaymentRow): number {
  const { status, amountMinor, refundedMinor } = payment
  const isTaken = status === 'captured' || status === 'partially_refunded'
  if (!isTaken || amountMinor === null || !processorOf(ctx, payment.provider)) return 0
  return amountMinor - refundedMinor
}
