import { digits, razorpayId } from '#dev/sandbox/payments/ids'
import type { Dispute, Notes, Order, Payment, PaymentMethod, Refund } from './state.ts'

/** Details of a payment; omitted ones are made up. */
export interface Paying {
  method?: PaymentMethod
  /** Paise; defaults to the order's amount. */
  amount?: number
  currency?: string
  status?: Payment['status']
  rrn?: string
  upiTransactionId?: string
  bank?: string
  bankTransactionId?: string
  vpa?: string
  notes?: Notes
  /** Seconds; the sandbox's current time by default. */
  createdAt?: number
}

export interface Refunding {
  amount?: number
  receipt?: string
  notes?: Notes
  speed?: string
  status?: Refund['status']
}

/** Times of entities are in seconds. */
export function newPayment(
  order: Order | null,
  how: Paying,
  status: Payment['status'],
  now: number,
): Payment {
  const method = how.method ?? 'upi'
  return {
    id: razorpayId('pay'),
    entity: 'payment',
    amount: how.amount ?? order?.amount ?? 0,
    currency: how.currency ?? order?.currency ?? 'INR',
    status,
    order_id: order?.id ?? null,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: method === 'card' ? razorpayId('card') : null,
    bank: method === 'netbanking' ? (how.bank ?? 'HDFC') : null,
    wallet: null,
    vpa: method === 'upi' ? (how.vpa ?? 'buyer@okbank') : null,
    email: 'buyer@sandbox.example',
    contact: '+919999999999',
    notes: how.notes ?? order?.notes ?? {},
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: acquirerData(method, how),
    created_at: how.createdAt ?? now,
  }
}

export function newRefund(payment: Payment, how: Refunding, now: number): Refund {
  return {
    id: razorpayId('rfnd'),
    entity: 'refund',
    amount: how.amount ?? payment.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: how.notes ?? {},
    receipt: how.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: now,
    batch_id: null,
    status: how.status ?? 'processed',
    speed_processed: 'normal',
    speed_requested: how.speed ?? 'normal',
  }
}

export function newDispute(payment: Payment, phase: Dispute['phase'], now: number): Dispute {
  return {
    id: razorpayId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: now + 7 * 86_400,
    status: 'open',
    phase,
    created_at: now,
  }
}

function acquirerData(method: PaymentMethod, how: Paying): Payment['acquirer_data'] {
  if (method === 'upi') {
    return { rrn: how.rrn ?? digits(12), upi_transaction_id: how.upiTransactionId ?? null }
  }
  if (method === 'netbanking') return { bank_transaction_id: how.bankTransactionId ?? digits(10) }
  if (method === 'card') return { auth_code: digits(6), rrn: null, authentication_reference_number: null }
  return {}
}
