import type { Money } from '#dev/sandbox/payments/money'

export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED'
export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

export interface PurchaseUnit {
  reference_id: string
  amount: Money
  payee: { email_address: string; merchant_id: string }
  custom_id?: string
  invoice_id?: string
  description?: string
  soft_descriptor?: string
}

export interface Order {
  id: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: OrderStatus
  unit: PurchaseUnit
  /** Named in the creation: the wallet's own flow then starts with an action of the payer. */
  withSource: boolean
  captures: string[]
  createdAt: number
  approvedAt: number | null
  /** Results of the next captures, instead of the order's own amount. */
  next: CaptureResult[]
}

/** Result of a capture; omitted fields are as ordered. */
export interface CaptureResult {
  status?: CaptureStatus
  /** Reason of a pending capture. */
  reason?: string
  value?: string
  currency?: string
  customId?: string
  merchantId?: string
  /** A definite refusal: nothing is captured. */
  issue?: string
}

export interface Capture {
  id: string
  orderId: string
  status: CaptureStatus
  reason: string | null
  amount: Money
  payee: { email_address: string; merchant_id: string }
  customId: string | null
  invoiceId: string | null
  refunds: string[]
  createdAt: number
  updatedAt: number
}

export interface Refund {
  id: string
  captureId: string
  status: RefundStatus
  amount: Money
  createdAt: number
}

export interface Dispute {
  id: string
  captureId: string
  stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION'
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  outcome: string | null
  amount: Money
  createdAt: number
  updatedAt: number
}

/** Plain data, so that a local sandbox can keep it over a restart. */
export interface PayPalState {
  orders: Record<string, Order>
  captures: Record<string, Capture>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  /** Access tokens and when they expire. */
  tokens: Record<string, number>
  /** Replayed answers, by path and request ID. */
  replays: Record<string, { at: number; status: number; body: unknown }>
}

export function emptyPayPal(): PayPalState {
  return { orders: {}, captures: {}, refunds: {}, disputes: {}, tokens: {}, replays: {} }
}
