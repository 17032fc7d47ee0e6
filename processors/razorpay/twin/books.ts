import type { Clock } from '#dev/sandbox/payments/clock'
import { razorpayId } from '#dev/sandbox/payments/ids'
import type { Outbox } from '#dev/sandbox/payments/webhooks/outbox'
import { newPayment, newRefund, type Paying, type Refunding } from './entities.ts'
import { RazorpayError } from './error.ts'
import type { OrderInput } from './order-input.ts'
import { type Order, type Payment, type RazorpayState, type Refund, shown } from './state.ts'
import { keys } from './vars.ts'

/** Razorpay's handling of orders and money, for all its callers. */
export class Books {
  readonly state: RazorpayState
  private readonly clock: Clock
  private readonly outbox: Outbox

  constructor(state: RazorpayState, clock: Clock, outbox: Outbox) {
    this.state = state
    this.clock = clock
    this.outbox = outbox
  }

  seconds(): number {
    return Math.floor(this.clock.now() / 1000)
  }

  createOrder(input: OrderInput): Order {
    const order: Order = {
      id: razorpayId('order'),
      entity: 'order',
      amount: input.amount,
      amount_paid: 0,
      amount_due: input.amount,
      currency: input.currency,
      receipt: input.receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: input.notes,
      created_at: this.seconds(),
    }
    this.state.orders[order.id] = order
    this.state.automatic[order.id] = input.automatic
    return order
  }

  order(id: string): Order {
    return found(this.state.orders[id])
  }

  payment(id: string): Payment {
    return found(this.state.payments[id])
  }

  /** Creates a payment, with or without an order, in any state. */
  pay(order: Order | null, how: Paying): Payment {
    const isAutomatic = !order || this.state.automatic[order.id]
    const status = how.status ?? (isAutomatic ? 'captured' : 'authorized')
    const payment = newPayment(order, how, status === 'captured' ? 'authorized' : status, this.seconds())
    this.state.payments[payment.id] = payment
    if (order) {
      order.attempts += 1
      if (order.status === 'created') order.status = 'attempted'
    }
    if (status === 'failed') this.fail(payment)
    if (status === 'authorized' || status === 'captured') this.tellPayment('payment.authorized', payment)
    if (status === 'captured') this.capture(payment.id)
    return payment
  }

  fail(payment: Payment): void {
    Object.assign(payment, {
      status: 'failed',
      error_code: 'BAD_REQUEST_ERROR',
      error_description: 'Payment failed because the payer declined the request.',
      error_source: 'customer',
      error_step: 'payment_authentication',
      error_reason: 'payment_cancelled',
    })
    this.tellPayment('payment.failed', payment)
  }

  /** Authorises a failed or new payment, perhaps days later. */
  authorise(id: string): Payment {
    const payment = this.payment(id)
    payment.status = 'authorized'
    payment.error_code = null
    payment.error_description = null
    payment.error_source = null
    payment.error_step = null
    payment.error_reason = null
    this.tellPayment('payment.authorized', payment)
    return payment
  }

  capture(id: string, amount?: number): Payment {
    const payment = this.payment(id)
    if (payment.captured) throw new RazorpayError('This payment has already been captured')
    if (payment.status !== 'authorized') {
      throw new RazorpayError('Only payments which have been authorized and not yet captured can be captured')
    }
    if (amount !== undefined && amount !== payment.amount) {
      throw new RazorpayError('Capture amount must be equal to the amount authorized', 'amount')
    }
    payment.status = 'captured'
    payment.captured = true
    payment.fee = Math.round(payment.amount * 0.0236)
    payment.tax = Math.round(payment.amount * 0.0036)
    const order = payment.order_id === null ? null : this.state.orders[payment.order_id]
    if (order) {
      order.status = 'paid'
      order.amount_paid = order.amount
      order.amount_due = 0
    }
    this.tellPayment('payment.captured', payment)
    if (order) {
      this.tell('order.paid', { payment: { entity: shown(payment) }, order: { entity: shown(order) } })
    }
    return payment
  }

  refund(id: string, how: Refunding): Refund {
    const payment = this.payment(id)
    if (payment.status === 'refunded') throw new RazorpayError('The payment has been fully refunded already')
    if (payment.status !== 'captured') {
      throw new RazorpayError('The payment status should be captured for action to be taken')
    }
    const left = payment.amount - payment.amount_refunded
    const amount = how.amount ?? left
    if (amount > left) {
      throw new RazorpayError('The total refund amount is greater than the refund payment amount', 'amount')
    }
    const refund = newRefund(payment, { ...how, amount }, this.seconds())
    this.state.refunds[refund.id] = refund
    // The payment counts a refund from its start, until it has failed.
    if (refund.status !== 'failed') this.countRefund(payment, amount)
    this.tellRefund('refund.created', refund)
    if (refund.status !== 'pending') this.tellRefund(`refund.${refund.status}`, refund)
    return refund
  }

  finishRefund(id: string, status: 'processed' | 'failed'): Refund {
    const refund = found(this.state.refunds[id])
    refund.status = status
    if (status === 'failed') this.countRefund(this.payment(refund.payment_id), -refund.amount)
    this.tellRefund(`refund.${status}`, refund)
    return refund
  }

  tellPayment(event: string, payment: Payment): void {
    this.tell(event, { payment: { entity: shown(payment) } })
  }

  tell(event: string, payload: Record<string, { entity: object }>): void {
    const body = JSON.stringify({
      entity: 'event',
      account_id: keys.RAZORPAY_ACCOUNT_ID,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: this.seconds(),
    })
    const id = razorpayId('').slice(1)
    this.outbox.add({ provider: 'razorpay', id, type: event, body, at: this.clock.now() })
  }

  private tellRefund(event: string, refund: Refund): void {
    const payment = this.payment(refund.payment_id)
    this.tell(event, { refund: { entity: shown(refund) }, payment: { entity: shown(payment) } })
  }

  private countRefund(payment: Payment, amount: number): void {
    payment.amount_refunded += amount
    const isFull = payment.amount_refunded >= payment.amount
    payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null
    payment.status = isFull ? 'refunded' : 'captured'
  }
}

function found<Entity>(entity: Entity | undefined): Entity {
  if (!entity) throw new RazorpayError('The id provided does not exist')
  return entity
}
