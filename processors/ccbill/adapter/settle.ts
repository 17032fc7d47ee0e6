import {
  type Outcome,
  ProviderDown,
  type Returned,
  type StoredOrder,
  type VerifiedPayment,
} from '#worker/integrations/payments/provider'
import type { DataLink } from './data-link'
import { judge } from './subscription'

/** Settles an order. CCBill can't be asked about our order until a notice has named its subscription. */
export async function settleOrder(api: DataLink, order: StoredOrder, now: number): Promise<Outcome> {
  const { providerPaymentHint: id } = order
  const status = id === null ? null : await api.status(id)
  // The notice may be ahead of CCBill's own record.
  if (id === null || status === null) return { kind: 'waiting' }
  const verdict = judge(status, id, order, now)
  return 'payment' in verdict
    ? { kind: 'payment', payment: verdict.payment }
    : { kind: 'review', finding: verdict.finding, payment: null }
}

/**
 * Returns a payment; null where `settle` would leave it to an administrator, and for a subscription without
 * an order.
 */
export async function readPayment(
  api: DataLink,
  id: string,
  order: StoredOrder | null,
  returned: Returned | undefined,
  now: number,
): Promise<VerifiedPayment | null> {
  const status = order && (await api.status(id))
  const verdict = status && judge(status, id, order, now)
  const payment = verdict && 'payment' in verdict ? verdict.payment : null
  // The notice is ahead of the record, or the record never shows the return. It is followed up again, and in
  // the end reported.
  if (order && returned && (payment === null || payment.status === 'captured'))
    throw new ProviderDown('record-behind')
  return payment
}
