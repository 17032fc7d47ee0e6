import type { PaymentStatus } from '#contract/values/payments/payments'
import {
  type MayTake,
  type Outcome,
  ProviderDown,
  type StoredOrder,
} from '#worker/integrations/payments/provider'
import { isHmacOf } from '#worker/integrations/payments/signatures'
import { known, type RazorpayApi } from './api'
import type { RazorpayConfig } from './config'
import { completed, pathOf, statusOf } from './payment'
import { payment as paymentShape, payments, type RazorpayPayment } from './shapes'

export interface Proof {
  paymentId: string
  signature: string
}

interface Razorpay {
  api: RazorpayApi
  config: RazorpayConfig
  mayTake: MayTake | undefined
}

/**
 * Statuses in the order in which they count if an order has several payments; among equals, the earliest
 * counts.
 */
const furthest: PaymentStatus[] = [
  'captured',
  'partially_refunded',
  'refunded',
  'authorized',
  'pending',
  'failed',
]

/**
 * Settles an order. A proof shows which payment is meant, and that our key signed the pair; only the API
 * knows the payment's state.
 */
export async function settleOrder(razorpay: Razorpay, order: StoredOrder, proof?: Proof): Promise<Outcome> {
  const { api, config } = razorpay
  const { providerOrderId } = order
  if (providerOrderId === null) return { kind: 'waiting' }
  if (proof && !(await isGenuine(config, providerOrderId, proof))) return { kind: 'unproven' }
  const proven = proof ? await read(api, proof.paymentId) : null
  if (proven && proven.order_id !== providerOrderId)
    return { kind: 'unproven', finding: `Payment ${proven.id} belongs to another order at Razorpay.` }
  const found = await paymentsOf(api, providerOrderId, proven)
  if (!found) return { kind: 'gone', code: 'unknown_order' }
  const [chosen] = found.toSorted(byPlace)
  return chosen ? await settlePayment(razorpay, order, chosen) : { kind: 'waiting' }
}

async function isGenuine(config: RazorpayConfig, orderId: string, proof: Proof): Promise<boolean> {
  if (!/^pay_\w{1,60}$/.test(proof.paymentId)) return false
  return await isHmacOf(config.keySecret, `${orderId}|${proof.paymentId}`, proof.signature)
}

/**
 * Returns the proven payment if it got anywhere, else all attempts: a first one may fail and a second
 * succeed.
 */
async function paymentsOf(
  api: RazorpayApi,
  orderId: string,
  proven: RazorpayPayment | null,
): Promise<RazorpayPayment[] | null> {
  if (proven && ['captured', 'authorized'].includes(statusOf(proven))) return [proven]
  const path = `/orders/${encodeURIComponent(orderId)}/payments`
  return known(await api.get('read-order', path, payments))?.items ?? null
}

async function read(api: RazorpayApi, id: string): Promise<RazorpayPayment | null> {
  return known(await api.get('read-payment', pathOf(id), paymentShape))
}

function byPlace(a: RazorpayPayment, b: RazorpayPayment): number {
  return furthest.indexOf(statusOf(a)) - furthest.indexOf(statusOf(b)) || a.created_at - b.created_at
}

async function settlePayment(
  razorpay: Razorpay,
  order: StoredOrder,
  found: RazorpayPayment,
): Promise<Outcome> {
  const { api } = razorpay
  const finding = difference(found, order)
  const status = statusOf(found)
  if (status === 'pending') return { kind: 'waiting' }
  // The bank may still change its mind for days; a later check will learn of it.
  if (status === 'failed')
    return { kind: 'declined', code: found.error_reason ?? found.error_code ?? 'failed' }
  if (finding !== null) return { kind: 'review', finding, payment: await completed(api, found) }
  if (status === 'authorized') return await capture(razorpay, order, found)
  return { kind: 'payment', payment: await completed(api, found) }
}

function difference(found: RazorpayPayment, order: StoredOrder): string | null {
  if (found.order_id !== order.providerOrderId) return 'It belongs to another order.'
  if (found.amount !== order.amountMinor || found.currency !== order.currency)
    return `It is about ${found.amount} minor units of ${found.currency}.`
  return null
}

/**
 * Captures authorised money if it may be taken; otherwise Razorpay refunds it automatically. The payment's own record decides, not
 * the answer to the capture.
 */
async function capture(razorpay: Razorpay, order: StoredOrder, found: RazorpayPayment): Promise<Outcome> {
  const { api, mayTake } = razorpay
  if (mayTake && !(await mayTake())) return { kind: 'left' }
  const body = { amount: order.amountMinor, currency: order.currency }
  const options = { repeatable: true }
  const reply = await api.post('capture', `${pathOf(found.id)}/capture`, body, paymentShape, options)
  const after = await read(api, found.id)
  if (!after) throw new ProviderDown('payment-vanished')
  if (statusOf(after) !== 'authorized') return await settlePayment(razorpay, order, after)
  if (!reply.ok && reply.status === 400) throw new ProviderDown(`capture-${reply.code}`)
  return { kind: 'waiting', approved: true }
}
