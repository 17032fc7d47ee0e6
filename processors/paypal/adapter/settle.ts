import { minorOf } from '#worker/integrations/payments/money'
import {
  type MayTake,
  type Outcome,
  ProviderDown,
  type StoredOrder,
  type VerifiedPayment,
} from '#worker/integrations/payments/provider'
import type { PayPalApi } from './api'
import type { PayPalConfig } from './config'
import { paymentOf, statusOf } from './payment'
import { type Capture, capturedOrder, order as orderShape, type PayPalOrder } from './shapes'

export interface PayPal {
  api: PayPalApi
  config: PayPalConfig
  /** Milliseconds since 1970. */
  now: number
}

/** When to check again a payment that PayPal reviews, and a capture in progress. Milliseconds. */
const reviewPause = 60 * 60_000
const capturePause = 60_000

/** Milliseconds between checks after a capture: another request may be in the middle of it. */
const looksAfter = [0, 400, 1200]

const moneyMoved = ['captured', 'partially_refunded', 'refunded', 'reversed']

/**
 * Reads the order, captures the money if the buyer approved exactly that order and it may be taken, and reads
 * it again.
 */
export async function settleOrder(paypal: PayPal, order: StoredOrder, mayTake?: MayTake): Promise<Outcome> {
  if (order.providerOrderId === null) return { kind: 'waiting' }
  const path = `/v2/checkout/orders/${encodeURIComponent(order.providerOrderId)}`
  const before = await look(paypal, order, path)
  if (before !== 'approved') return before
  if (mayTake && !(await mayTake())) return { kind: 'left' }
  const refusal = await capture(paypal.api, order, path)
  if (refusal) return refusal
  for (const pause of looksAfter) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const after = await look(paypal, order, path)
    if (after !== 'approved') return after
  }
  return { kind: 'waiting', approved: true, retryAt: paypal.now + capturePause }
}

async function look(paypal: PayPal, order: StoredOrder, path: string): Promise<Outcome | 'approved'> {
  const { api, config, now } = paypal
  const reply = await api.get('read-order', path, orderShape)
  if (!reply.ok) return refused(reply)
  const taken = capturesIn(reply.value).filter((each) => moneyMoved.includes(statusOf(each)))
  const finding =
    taken.length > 1 ? 'The money was taken more than once.' : difference(reply.value, order, config)
  if (finding !== null) return { kind: 'review', finding, payment: firstOf(reply.value, taken) }
  const payment = firstOf(reply.value, taken)
  return payment ? { kind: 'payment', payment } : stateOf(reply.value, now)
}

function refused({ status, issue }: { status: number; issue: string }): Outcome {
  if (status === 404) return { kind: 'gone', code: issue }
  throw new ProviderDown(issue)
}

/** Returns the order's outcome while no money has moved. */
function stateOf(found: PayPalOrder, now: number): Outcome | 'approved' {
  const statuses = capturesIn(found).map(statusOf)
  if (statuses.includes('pending')) return { kind: 'waiting', approved: true, retryAt: now + reviewPause }
  if (found.status === 'APPROVED') return 'approved'
  if (found.status === 'VOIDED') return { kind: 'gone', code: 'VOIDED' }
  if (found.status === 'COMPLETED' && statuses.includes('failed'))
    return { kind: 'declined', code: 'CAPTURE_DECLINED' }
  return { kind: 'waiting' }
}

/**
 * Returns how PayPal's order differs from ours, since the buyer's browser holds a token that can change it;
 * null if it doesn't.
 */
function difference(found: PayPalOrder, order: StoredOrder, config: PayPalConfig): string | null {
  const [unit, ...more] = found.purchase_units
  if (!unit || more.length > 0) return 'It is not one purchase.'
  if (found.intent !== 'CAPTURE') return `Its intent is ${found.intent}.`
  const captures = capturesIn(found)
  // A capture inside an order seldom names its payee.
  const payees = [unit, ...captures.filter(({ payee }) => payee)].map(({ payee }) => payee?.merchant_id)
  if (!payees.every((id) => id === config.merchantId)) return 'It pays another merchant.'
  for (const { amount } of [unit, ...captures]) {
    if (amount.currency_code !== order.currency || minorOf(amount.value) !== order.amountMinor)
      return `It is about ${amount.value} ${amount.currency_code}.`
  }
  // A capture repeats the order's names, or has none.
  const names = [unit, ...captures.map((each) => ({ custom_id: order.id, invoice_id: order.id, ...each }))]
  const ours = names.every((named) => named.custom_id === order.id && named.invoice_id === order.id)
  return ours ? null : 'It names another order.'
}

function capturesIn(found: PayPalOrder): Capture[] {
  return found.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
}

function firstOf(found: PayPalOrder, [first]: Capture[]): VerifiedPayment | null {
  const refunds = found.purchase_units.flatMap(({ payments }) => payments?.refunds ?? [])
  return first ? paymentOf(first, found.id, refunds) : null
}

/** Definite refusals. The buyer may choose another funding source. */
const declines = [
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]
/** Another request has captured it, or is doing so: the order tells. */
const elsewhere = ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS']
const unapproved = ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']

/** Returns null when the order has to be read again. */
async function capture(api: PayPalApi, order: StoredOrder, path: string): Promise<Outcome | null> {
  // A declined key would get the same decline again.
  const key = `cap-${order.id}-${order.captures}`
  const reply = await api.post('capture', `${path}/capture`, {}, capturedOrder, { key })
  if (reply.ok || elsewhere.includes(reply.issue)) return null
  if (declines.includes(reply.issue)) return { kind: 'declined', code: reply.issue }
  if (unapproved.includes(reply.issue)) return { kind: 'waiting' }
  if (reply.issue === 'DUPLICATE_INVOICE_ID')
    return {
      kind: 'review',
      finding: 'This order was paid before, by another order at PayPal.',
      payment: null,
    }
  return refused(reply)
}
