import { Hono } from 'hono'
import type { Clock } from '#dev/sandbox/payments/clock'
import { paypalId } from '#dev/sandbox/payments/ids'
import type { Delivery, Twin, TwinKind, TwinParts } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { paypalApp, type Switches } from './app.ts'
import { Books } from './books.ts'
import { buyerApp } from './buyer.ts'
import { type Defect, defects, PayPalWebhooks, paypalDelivery } from './delivery.ts'
import {
  type Capture,
  type CaptureResult,
  type Dispute,
  emptyPayPal,
  type Order,
  type PayPalState,
  type Refund,
} from './state.ts'
import { keys } from './vars.ts'

/** Changes that a buyer's browser may make before we capture, using the token on the page. */
interface OrderChange {
  value?: string
  currency?: string
  customId?: string
  merchantId?: string
  intent?: Order['intent']
}

/** PayPal with its buyers, risk department and disputes. Every method takes and returns plain data. */
export class PayPal implements Twin {
  readonly app: Hono
  readonly switches: Switches = { tokenLifetime: 32_400, refunds: [], captures: [] }
  private readonly books: Books
  private readonly clock: Clock
  private readonly webhooks: PayPalWebhooks

  constructor({ base, state, clock, outbox }: TwinParts<PayPalState>) {
    this.clock = clock
    this.webhooks = new PayPalWebhooks(base, clock)
    this.books = new Books(base, state, clock, outbox, keys.PAYPAL_MERCHANT_ID)
    const api = paypalApp({ books: this.books, clock, switches: this.switches, webhooks: this.webhooks })
    this.app = new Hono().route('/buyer', buyerApp(this)).mount('/', api.fetch)
  }

  ready(): Promise<void> {
    return this.webhooks.ready()
  }

  delivery(event: WebhookEvent, wrong?: Defect): Promise<Delivery> {
    return paypalDelivery(this.webhooks, event, wrong)
  }

  order(id: string): Order {
    return this.books.order(id)
  }

  orders(): Order[] {
    return Object.values(this.books.state.orders)
  }

  capture(id: string): Capture {
    return this.books.captureById(id)
  }

  /** The order's only or newest capture; throws when there is none. */
  captureOf(orderId: string): Capture {
    return this.books.captureById(this.books.state.orders[orderId]?.captures.at(-1) ?? '')
  }

  captures(): Capture[] {
    return Object.values(this.books.state.captures)
  }

  // The buyer.

  approve(orderId: string): Order {
    return this.books.approve(orderId)
  }

  /** Closes the wallet without paying: the order stays as it was. */
  cancel(orderId: string): Order {
    return this.books.order(orderId)
  }

  patch(orderId: string, change: OrderChange): Order {
    const order = this.books.order(orderId)
    const { unit } = order
    if (change.value) unit.amount.value = change.value
    if (change.currency) unit.amount.currency_code = change.currency
    if (change.customId) unit.custom_id = change.customId
    if (change.merchantId) unit.payee.merchant_id = change.merchantId
    if (change.intent) order.intent = change.intent
    return order
  }

  /** Captures an approved order in the buyer's page, bypassing our worker. */
  captureInBrowser(orderId: string): Capture {
    this.books.captureOrder(orderId)
    return this.captureOf(orderId)
  }

  /** Sets the result of the order's next capture; several calls queue up. */
  nextCapture(orderId: string, result: CaptureResult): void {
    this.books.order(orderId).next.push(result)
  }

  /** Sets the result of the next capture, whatever the order. */
  nextCaptureOfAny(result: CaptureResult): void {
    this.switches.captures.push(result)
  }

  /** Expires an order: the time to approve, or to capture, is over. */
  expire(orderId: string): void {
    const order = this.books.order(orderId)
    const wasApproved = order.approvedAt !== null
    order.createdAt -= 7 * 3600_000
    if (order.approvedAt !== null) order.approvedAt -= 7 * 3600_000
    if (!wasApproved) return
    const resource = { order_id: order.id, purchase_units: [order.unit] }
    this.books.tell('CHECKOUT.PAYMENT-APPROVAL.REVERSED', 'checkout-order', resource)
  }

  // Later changes to a payment.

  /** Settles a pending capture: COMPLETED, DECLINED or FAILED. */
  finishCapture(captureId: string, status: 'COMPLETED' | 'DECLINED' | 'FAILED' = 'COMPLETED'): Capture {
    const capture = this.books.captureById(captureId)
    capture.status = status
    capture.reason = null
    capture.updatedAt = this.clock.now()
    this.books.tellCapture(capture)
    return capture
  }

  /** Refunds as the seller on PayPal's own pages; by default, everything left. */
  refund(captureId: string, value?: string): Refund {
    return this.books.refund(captureId, value)
  }

  /** Sets the result of the next refunds over the API. */
  nextRefund(status: Refund['status']): void {
    this.switches.refunds.push(status)
  }

  finishRefund(refundId: string): void {
    const refund = this.books.state.refunds[refundId]
    if (!refund) throw new Error(`No refund ${refundId}`)
    this.books.finishRefund(refund)
  }

  /** Reverses a payment, as PayPal does on its own account or for a bank; `unreverse` undoes it. */
  reverse(captureId: string): Capture {
    const capture = this.books.captureById(captureId)
    capture.status = 'PENDING'
    capture.reason = 'CHARGEBACK'
    capture.updatedAt = this.clock.now()
    this.books.tell('PAYMENT.CAPTURE.REVERSED', 'capture', this.books.views.captureDetail(capture))
    return capture
  }

  unreverse(captureId: string): Capture {
    return this.finishCapture(captureId, 'COMPLETED')
  }

  openDispute(captureId: string, stage: Dispute['stage'] = 'CHARGEBACK'): Dispute {
    const capture = this.books.captureById(captureId)
    const at = this.clock.now()
    const dispute: Dispute = {
      id: `PP-R-${paypalId().slice(0, 3)}-${paypalId().slice(0, 8)}`,
      captureId,
      stage,
      status: 'OPEN',
      outcome: null,
      amount: capture.amount,
      createdAt: at,
      updatedAt: at,
    }
    this.books.state.disputes[dispute.id] = dispute
    this.books.tell('CUSTOMER.DISPUTE.CREATED', 'dispute', this.books.views.dispute(dispute))
    return dispute
  }

  /** Moves the dispute to another stage; a second round after a resolution is one too. */
  escalateDispute(disputeId: string, stage: Dispute['stage']): Dispute {
    return this.changeDispute('CUSTOMER.DISPUTE.UPDATED', disputeId, {
      stage,
      status: 'UNDER_REVIEW',
      outcome: null,
    })
  }

  /** `RESOLVED_BUYER_FAVOUR`, `RESOLVED_SELLER_FAVOUR`, `CANCELED_BY_BUYER` … */
  resolveDispute(disputeId: string, outcome: string): Dispute {
    return this.changeDispute('CUSTOMER.DISPUTE.RESOLVED', disputeId, { status: 'RESOLVED', outcome })
  }

  // The API itself.

  /** Invalidates all tokens issued so far. */
  expireTokens(): void {
    this.books.state.tokens = {}
  }

  /** Sets the lifetime of tokens issued from now on, in seconds. */
  setTokenLifetime(seconds: number): void {
    this.switches.tokenLifetime = seconds
  }

  private changeDispute(
    type: 'CUSTOMER.DISPUTE.UPDATED' | 'CUSTOMER.DISPUTE.RESOLVED',
    disputeId: string,
    change: Partial<Dispute>,
  ): Dispute {
    const dispute = this.books.state.disputes[disputeId]
    if (!dispute) throw new Error(`No dispute ${disputeId}`)
    Object.assign(dispute, change, { updatedAt: this.clock.now() })
    this.books.tell(type, 'dispute', this.books.views.dispute(dispute))
    return dispute
  }
}

/** Scripts and pages that browsers get. */
const pages: Record<string, string> = {
  '/sdk/js': 'sdk.js',
  '/smart/buttons': 'buttons.html',
  '/checkoutnow': 'wallet.html',
}

export const paypal: TwinKind<PayPalState, PayPal> = {
  empty: emptyPayPal,
  create: (parts) => new PayPal(parts),
  defects,
  page(path, query) {
    // The wallet's script is specific to a client.
    if (path === '/sdk/js' && query.get('client-id') !== keys.PAYPAL_CLIENT_ID) return null
    return pages[path] ?? null
  },
}
