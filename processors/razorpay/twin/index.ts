import { Hono } from 'hono'
import { digits, razorpayId } from '#dev/sandbox/payments/ids'
import type { Delivery, Twin, TwinKind, TwinParts } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { razorpayApp, type Switches } from './app.ts'
import { Books } from './books.ts'
import { buyerApp } from './buyer.ts'
import { checkoutSignature, type Defect, defects, razorpayDelivery } from './delivery.ts'
import { newDispute, newRefund, type Paying } from './entities.ts'
import {
  type Dispute,
  emptyRazorpay,
  type Order,
  type Payment,
  type RazorpayState,
  type Refund,
  shown,
} from './state.ts'
import { qrCode, transferView, virtualAccount } from './transfers.ts'

/** The checkout's result for the page's handler. */
export interface CheckoutAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** Money sent to the UPI ID or the virtual account, without an order. */
export interface Credit {
  amount: number
  /** RRN, or the UTR of a bank transfer. */
  reference?: string
  kind?: 'upi' | 'qr' | 'bank'
  status?: Payment['status']
  /** Seconds. */
  createdAt?: number
  currency?: string
}

/** Razorpay with its buyers and banks. Every method takes and returns plain data. */
export class Razorpay implements Twin {
  readonly app: Hono
  private readonly books: Books
  private readonly switches: Switches = { refunds: [] }

  constructor({ state, clock, outbox }: TwinParts<RazorpayState>) {
    this.books = new Books(state, clock, outbox)
    const api = razorpayApp(this.books, this.switches)
    this.app = new Hono().route('/buyer', buyerApp(this)).mount('/v1', api.fetch)
  }

  delivery(event: WebhookEvent, wrong?: Defect): Promise<Delivery> {
    return razorpayDelivery(event, wrong)
  }

  order(id: string): Order {
    return this.books.order(id)
  }

  payment(id: string): Payment {
    return this.books.payment(id)
  }

  payments(): Payment[] {
    return Object.values(this.books.state.payments)
  }

  // The buyer.

  /** Pays in the checkout; returns the result for the page's handler, correctly signed. */
  async pay(orderId: string, how: Paying = {}): Promise<CheckoutAnswer> {
    return this.answer(this.books.pay(this.books.order(orderId), how))
  }

  /** Authorises a payment: the bank has approved it, and it isn't captured yet. */
  async authorise(orderId: string, how: Paying = {}): Promise<CheckoutAnswer> {
    return this.pay(orderId, { ...how, status: 'authorized' })
  }

  fail(orderId: string, how: Paying = {}): Payment {
    return this.books.pay(this.books.order(orderId), { ...how, status: 'failed' })
  }

  /** Authorises a failed payment after all; captures it too by default. */
  lateAuthorise(paymentId: string, captures = true): Payment {
    const payment = this.books.authorise(paymentId)
    return captures ? this.books.capture(payment.id) : payment
  }

  /** Pays outside a checkout: by a payment link, or by netbanking to the account. */
  payWithoutOrder(how: Paying & { amount: number }): Payment {
    return this.books.pay(null, how)
  }

  /** Smart Collect: the payment, its transfer's record, and the event about it. */
  receive({ amount, reference, kind = 'upi', status, createdAt, currency }: Credit): Payment {
    const isBank = kind === 'bank'
    const number = reference ?? digits(12)
    const payment = this.books.pay(null, {
      amount,
      method: isBank ? 'bank_transfer' : 'upi',
      rrn: number,
      ...(status && { status }),
      ...(createdAt !== undefined && { createdAt }),
      ...(currency && { currency }),
    })
    const transfer = {
      id: razorpayId(isBank ? 'bt' : 'ut'),
      kind: isBank ? ('bank_transfer' as const) : ('upi_transfer' as const),
      payment_id: payment.id,
      reference: number,
      amount,
      mode: isBank ? ('NEFT' as const) : ('UPI' as const),
      payer: isBank ? 'Sam Buyer' : 'buyer@okbank',
    }
    this.books.state.transfers[transfer.id] = transfer
    if (!payment.captured) return payment
    const entity = { payment: { entity: shown(payment) } }
    if (kind === 'qr') {
      this.books.tell('qr_code.credited', { ...entity, qr_code: { entity: qrCode(payment) } })
    } else {
      this.books.tell('virtual_account.credited', {
        ...entity,
        virtual_account: { entity: virtualAccount(payment) },
        [transfer.kind]: { entity: transferView(transfer) },
      })
    }
    return payment
  }

  // Later changes to a payment.

  capture(paymentId: string): Payment {
    return this.books.capture(paymentId)
  }

  /** Refunds on Razorpay's own pages; by default, everything left. */
  refund(paymentId: string, amount?: number): Refund {
    return this.books.refund(paymentId, amount === undefined ? {} : { amount })
  }

  /** Sets the result of the next refunds over the API. */
  nextRefund(status: Refund['status']): void {
    this.switches.refunds.push(status)
  }

  finishRefund(refundId: string, status: 'processed' | 'failed' = 'processed'): Refund {
    return this.books.finishRefund(refundId, status)
  }

  /** Refunds a payment automatically because it was never captured. */
  autoRefund(paymentId: string): Payment {
    const payment = this.books.payment(paymentId)
    payment.status = 'refunded'
    payment.amount_refunded = payment.amount
    payment.refund_status = 'full'
    const refund = newRefund(payment, {}, this.books.seconds())
    this.books.state.refunds[refund.id] = refund
    this.books.tell('refund.processed', {
      refund: { entity: shown(refund) },
      payment: { entity: shown(payment) },
    })
    return payment
  }

  openDispute(paymentId: string, phase: Dispute['phase'] = 'chargeback'): Dispute {
    const dispute = newDispute(this.books.payment(paymentId), phase, this.books.seconds())
    this.books.state.disputes[dispute.id] = dispute
    this.tellDispute('payment.dispute.created', dispute)
    return dispute
  }

  /** Moves the dispute to another phase; a second round after a decision is one too. */
  escalateDispute(disputeId: string, phase: Dispute['phase']): Dispute {
    const dispute = this.changeDispute(disputeId, { phase, status: 'under_review' })
    this.tellDispute('payment.dispute.under_review', dispute)
    return dispute
  }

  resolveDispute(disputeId: string, status: 'won' | 'lost' | 'closed'): Dispute {
    const dispute = this.changeDispute(disputeId, { status })
    if (status === 'lost') dispute.amount_deducted = dispute.amount
    this.tellDispute(`payment.dispute.${status}`, dispute)
    return dispute
  }

  private async answer(payment: Payment): Promise<CheckoutAnswer> {
    const orderId = payment.order_id ?? ''
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: orderId,
      razorpay_signature: await checkoutSignature(orderId, payment.id),
    }
  }

  private changeDispute(id: string, change: Partial<Dispute>): Dispute {
    const dispute = this.books.state.disputes[id]
    if (!dispute) throw new Error(`No dispute ${id}`)
    return Object.assign(dispute, change)
  }

  private tellDispute(event: string, dispute: Dispute): void {
    const payment = this.books.payment(dispute.payment_id)
    this.books.tell(event, { payment: { entity: shown(payment) }, dispute: { entity: dispute } })
  }
}

/** Scripts and pages that browsers get. */
const pages: Record<string, string> = { '/checkout.js': 'checkout.js', '/checkout/public': 'modal.html' }

export const razorpay: TwinKind<RazorpayState, Razorpay> = {
  empty: emptyRazorpay,
  create: (parts) => new Razorpay(parts),
  defects,
  page: (path) => pages[path] ?? null,
}
