import { cents, decimal } from '#dev/sandbox/payments/money'
import type { Capture, Dispute, Order, PayPalState, Refund } from './state.ts'

const payer = {
  name: { given_name: 'Sam', surname: 'Buyer' },
  email_address: 'buyer@sandbox.example',
  payer_id: 'QYR5Z8XDVJNXQ',
  address: { country_code: 'US' },
}

function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

function link(base: string, path: string, rel: string, method = 'GET') {
  return { href: `${base}${path}`, rel, method }
}

/** Provider records in the shapes of its API; `base` is the API's URL. */
export class Views {
  private readonly base: string
  private readonly state: PayPalState

  constructor(base: string, state: PayPalState) {
    this.base = base
    this.state = state
  }

  /** Returns an order as with `Prefer: return=minimal`, the default. */
  minimalOrder(order: Order) {
    return { id: order.id, status: order.status, ...this.source(order), links: this.orderLinks(order) }
  }

  /** The plain read. */
  order(order: Order) {
    const isApproved = order.approvedAt !== null
    return {
      id: order.id,
      intent: order.intent,
      status: order.status,
      ...this.source(order),
      purchase_units: [{ ...order.unit, ...this.payments(order) }],
      ...(isApproved && { payer }),
      create_time: time(order.createdAt),
      ...(isApproved && { update_time: time(order.approvedAt ?? order.createdAt) }),
      links: this.orderLinks(order),
    }
  }

  /** Returns a captured order: its unit holds only the payments. */
  capturedOrder(order: Order) {
    return {
      id: order.id,
      intent: order.intent,
      status: order.status,
      ...this.source(order),
      purchase_units: [{ reference_id: order.unit.reference_id, ...this.payments(order) }],
      payer,
      links: [link(this.base, `/v2/checkout/orders/${order.id}`, 'self')],
    }
  }

  /** Returns a capture as it appears inside an order. */
  capture(capture: Capture) {
    const path = `/v2/payments/captures/${capture.id}`
    const fee = 49 + Math.round((cents(capture.amount.value) ?? 0) * 0.0349)
    const money = (minor: number) => ({ ...capture.amount, value: decimal(minor) })
    return {
      id: capture.id,
      status: capture.status,
      ...(capture.reason && { status_details: { reason: capture.reason } }),
      amount: capture.amount,
      final_capture: true,
      seller_protection: { status: 'NOT_ELIGIBLE' },
      ...(capture.status === 'COMPLETED' && {
        seller_receivable_breakdown: {
          gross_amount: capture.amount,
          paypal_fee: money(fee),
          net_amount: money((cents(capture.amount.value) ?? 0) - fee),
        },
      }),
      ...(capture.invoiceId && { invoice_id: capture.invoiceId }),
      ...(capture.customId && { custom_id: capture.customId }),
      links: [
        link(this.base, path, 'self'),
        link(this.base, `${path}/refund`, 'refund', 'POST'),
        link(this.base, `/v2/checkout/orders/${capture.orderId}`, 'up'),
      ],
      create_time: time(capture.createdAt),
      update_time: time(capture.updatedAt),
    }
  }

  captureDetail(capture: Capture) {
    return {
      ...this.capture(capture),
      payee: capture.payee,
      supplementary_data: { related_ids: { order_id: capture.orderId } },
    }
  }

  minimalRefund(refund: Refund) {
    return { id: refund.id, status: refund.status, links: this.refundLinks(refund) }
  }

  refund(refund: Refund) {
    const capture = this.state.captures[refund.captureId]
    return {
      id: refund.id,
      status: refund.status,
      amount: refund.amount,
      ...(capture?.invoiceId && { invoice_id: capture.invoiceId }),
      ...(capture?.customId && { custom_id: capture.customId }),
      seller_payable_breakdown: {
        gross_amount: refund.amount,
        paypal_fee: { ...refund.amount, value: '0.00' },
        net_amount: refund.amount,
        total_refunded_amount: { ...refund.amount, value: decimal(this.refundedCents(refund.captureId)) },
      },
      links: this.refundLinks(refund),
      create_time: time(refund.createdAt),
      update_time: time(refund.createdAt),
    }
  }

  dispute(dispute: Dispute) {
    const capture = this.state.captures[dispute.captureId]
    return {
      dispute_id: dispute.id,
      create_time: time(dispute.createdAt),
      update_time: time(dispute.updatedAt),
      disputed_transactions: [
        {
          seller_transaction_id: dispute.captureId,
          create_time: time(capture?.createdAt ?? dispute.createdAt),
          transaction_status: 'COMPLETED',
          gross_amount: capture?.amount ?? dispute.amount,
          ...(capture?.customId && { custom: capture.customId }),
          ...(capture?.invoiceId && { invoice_number: capture.invoiceId }),
          buyer: { name: 'Sam Buyer' },
          seller: { merchant_id: capture?.payee.merchant_id },
        },
      ],
      reason: 'UNAUTHORISED',
      status: dispute.status,
      dispute_amount: dispute.amount,
      ...(dispute.outcome && { dispute_outcome: { outcome_code: dispute.outcome } }),
      dispute_life_cycle_stage: dispute.stage,
      dispute_channel: 'INTERNAL',
      links: [link(this.base, `/v1/customer/disputes/${dispute.id}`, 'self')],
    }
  }

  /** Returns the cents refunded or being refunded. */
  refundedCents(captureId: string): number {
    return (this.state.captures[captureId]?.refunds ?? [])
      .map((id) => this.state.refunds[id])
      .filter((refund) => refund?.status === 'COMPLETED' || refund?.status === 'PENDING')
      .reduce((sum, refund) => sum + (cents(refund?.amount.value) ?? 0), 0)
  }

  private payments(order: Order) {
    const captures = order.captures.flatMap((id) => this.state.captures[id] ?? [])
    if (captures.length === 0) return {}
    const refunds = captures.flatMap(({ refunds }) => refunds).flatMap((id) => this.state.refunds[id] ?? [])
    return {
      payments: {
        captures: captures.map((capture) => this.capture(capture)),
        ...(refunds.length > 0 && { refunds: refunds.map((refund) => this.refund(refund)) }),
      },
    }
  }

  private source(order: Order) {
    if (order.approvedAt === null) return order.withSource ? { payment_source: { paypal: {} } } : {}
    const { name, email_address, payer_id, address } = payer
    return {
      payment_source: {
        paypal: { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address },
      },
    }
  }

  private orderLinks(order: Order) {
    const path = `/v2/checkout/orders/${order.id}`
    const self = link(this.base, path, 'self')
    if (order.status === 'COMPLETED') return [self]
    if (order.status === 'APPROVED') return [self, link(this.base, `${path}/capture`, 'capture', 'POST')]
    const rel = order.withSource ? 'payer-action' : 'approve'
    return [self, link(this.base, `/checkoutnow?token=${order.id}`, rel)]
  }

  private refundLinks(refund: Refund) {
    return [
      link(this.base, `/v2/payments/refunds/${refund.id}`, 'self'),
      link(this.base, `/v2/payments/captures/${refund.captureId}`, 'up'),
    ]
  }
}
