import type { Clock } from '#dev/sandbox/payments/clock'
import { paypalId } from '#dev/sandbox/payments/ids'
import { cents, decimal } from '#dev/sandbox/payments/money'
import type { Outbox } from '#dev/sandbox/payments/webhooks/outbox'
import { PayPalError } from './error.ts'
import type { OrderInput } from './order-input.ts'
import type { Capture, CaptureResult, Order, PayPalState, Refund, RefundStatus } from './state.ts'
import { Views } from './views.ts'

/** The buyer has about three hours to approve, the seller about as long again to capture. */
const approvalWindow = 3 * 3600_000

type EventType = `${'PAYMENT' | 'CHECKOUT' | 'CUSTOMER'}.${string}`

/** PayPal's handling of orders and money, for the API, the buyer's browser and tests alike. */
export class Books {
  readonly views: Views
  readonly state: PayPalState
  private readonly clock: Clock
  private readonly outbox: Outbox
  private readonly merchantId: string

  constructor(base: string, state: PayPalState, clock: Clock, outbox: Outbox, merchantId: string) {
    this.state = state
    this.clock = clock
    this.outbox = outbox
    this.merchantId = merchantId
    this.views = new Views(base, state)
  }

  createOrder(input: OrderInput): Order {
    const unit = input.unit
    const order: Order = {
      id: paypalId(),
      intent: input.intent,
      status: input.withSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
      unit: {
        reference_id: unit.reference_id ?? 'default',
        amount: unit.amount,
        payee: {
          email_address: 'seller@sandbox.example',
          merchant_id: unit.payee?.merchant_id ?? this.merchantId,
        },
        ...(unit.description && { description: unit.description }),
        ...(unit.custom_id && { custom_id: unit.custom_id }),
        ...(unit.invoice_id && { invoice_id: unit.invoice_id }),
        ...(unit.soft_descriptor && { soft_descriptor: unit.soft_descriptor }),
      },
      withSource: input.withSource,
      captures: [],
      createdAt: this.clock.now(),
      approvedAt: null,
      next: [],
    }
    this.state.orders[order.id] = order
    return order
  }

  /** Unknown and expired orders read the same. */
  order(id: string): Order {
    const order = this.state.orders[id]
    const since = order && (order.approvedAt ?? order.createdAt)
    const isOver = order?.status !== 'COMPLETED' && this.clock.now() > (since ?? 0) + approvalWindow
    if (!order || isOver) throw new PayPalError(404, 'INVALID_RESOURCE_ID', { field: 'order_id' })
    return order
  }

  approve(id: string): Order {
    const order = this.order(id)
    if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED')
    order.status = 'APPROVED'
    order.approvedAt = this.clock.now()
    this.tell('CHECKOUT.ORDER.APPROVED', 'checkout-order', this.views.order(order))
    return order
  }

  captureOrder(id: string): Order {
    const order = this.order(id)
    if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED')
    if (order.intent !== 'CAPTURE') throw new PayPalError(422, 'ACTION_DOES_NOT_MATCH_INTENT')
    if (order.status !== 'APPROVED') throw new PayPalError(422, 'ORDER_NOT_APPROVED')
    const result = order.next.shift() ?? {}
    if (result.issue) {
      // The buyer has to approve again, with another payment method.
      if (result.issue === 'INSTRUMENT_DECLINED') order.status = 'PAYER_ACTION_REQUIRED'
      throw new PayPalError(422, result.issue)
    }
    const capture = this.capture(order, result)
    order.captures.push(capture.id)
    order.status = 'COMPLETED'
    this.tellCapture(capture)
    return order
  }

  captureById(id: string): Capture {
    const capture = this.state.captures[id]
    if (!capture) throw new PayPalError(404, 'INVALID_RESOURCE_ID', { field: 'capture_id' })
    return capture
  }

  refund(captureId: string, value: string | undefined, status: RefundStatus = 'COMPLETED'): Refund {
    const capture = this.captureById(captureId)
    if (capture.status === 'REFUNDED') throw new PayPalError(422, 'CAPTURE_FULLY_REFUNDED')
    if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
      const isDisputed = capture.reason === 'CHARGEBACK'
      throw new PayPalError(422, isDisputed ? 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' : 'REFUND_NOT_ALLOWED')
    }
    const left = (cents(capture.amount.value) ?? 0) - this.views.refundedCents(captureId)
    const asked = value === undefined ? left : cents(value)
    if (!asked) throw new PayPalError(400, 'INVALID_PARAMETER_SYNTAX', { field: '/amount/value' })
    if (asked > left) throw new PayPalError(422, 'REFUND_AMOUNT_EXCEEDED')
    const refund: Refund = {
      id: paypalId(),
      captureId,
      status,
      amount: { ...capture.amount, value: decimal(asked) },
      createdAt: this.clock.now(),
    }
    this.state.refunds[refund.id] = refund
    capture.refunds.push(refund.id)
    if (status === 'COMPLETED') this.finishRefund(refund)
    return refund
  }

  finishRefund(refund: Refund): void {
    const capture = this.captureById(refund.captureId)
    refund.status = 'COMPLETED'
    const isWhole = this.views.refundedCents(capture.id) >= (cents(capture.amount.value) ?? 0)
    capture.status = isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    capture.updatedAt = this.clock.now()
    this.tell('PAYMENT.CAPTURE.REFUNDED', 'refund', this.views.refund(refund))
  }

  tellCapture(capture: Capture): void {
    const word: Partial<Record<Capture['status'], string>> = {
      COMPLETED: 'COMPLETED',
      PENDING: 'PENDING',
      DECLINED: 'DECLINED',
      FAILED: 'DENIED',
    }
    const type = word[capture.status]
    if (type) this.tell(`PAYMENT.CAPTURE.${type}`, 'capture', this.views.captureDetail(capture))
  }

  tell(type: EventType, resourceType: string, resource: unknown): void {
    const id = `WH-${paypalId()}-${paypalId()}`
    const at = this.clock.now()
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: new Date(at).toISOString(),
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: type,
      summary: `${type} happened`,
      resource,
      links: [{ href: `https://api.paypal.com/v1/notifications/webhooks-events/${id}`, rel: 'self' }],
    })
    this.outbox.add({ provider: 'paypal', id, type, body, at })
  }

  private capture(order: Order, result: CaptureResult): Capture {
    const at = this.clock.now()
    const capture: Capture = {
      id: paypalId(),
      orderId: order.id,
      status: result.status ?? 'COMPLETED',
      reason: result.status === 'PENDING' ? (result.reason ?? 'PENDING_REVIEW') : null,
      amount: {
        currency_code: result.currency ?? order.unit.amount.currency_code,
        value: result.value ?? order.unit.amount.value,
      },
      payee: { ...order.unit.payee, ...(result.merchantId && { merchant_id: result.merchantId }) },
      customId: result.customId ?? order.unit.custom_id ?? null,
      invoiceId: order.unit.invoice_id ?? null,
      refunds: [],
      createdAt: at,
      updatedAt: at,
    }
    this.state.captures[capture.id] = capture
    return capture
  }
}
