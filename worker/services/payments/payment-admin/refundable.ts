import type { PaymentRow } from '#db/queries/payments/payments'
import type { ServiceContext } from '../../context'
import { processorOf } from '../processors'

/**
 * Returns the minor units refundable through the provider: none for crypto, for a provider that isn't set up,
 * or for one that refunds only on its own site.
 */
export function refundable(ctx: ServiceContext, payment: PaymentRow): number {
  const { status, amountMinor, refundedMinor } = payment
  const isTaken = status === 'captured' || status === 'partially_refunded'
  if (!isTaken || amountMinor === null) return 0
  const rule = processorOf(ctx, payment.provider)?.refunds ?? 'manual'
  if (rule === 'manual') return 0
  return amountMinor - refundedMinor
}
