export type Notes = Record<string, string>

/** Entities are kept as the API shows them, but for `notes`: empty ones are shown as a list. */
export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export type PaymentMethod = 'card' | 'netbanking' | 'wallet' | 'emi' | 'upi' | 'bank_transfer'

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string | null
  invoice_id: null
  international: boolean
  method: PaymentMethod
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  card_id: string | null
  bank: string | null
  wallet: string | null
  vpa: string | null
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  speed_requested: string
}

export interface Dispute {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  created_at: number
}

/** A credit to the virtual account: `reference` is the RRN or the UTR by which it is looked up. */
export interface Transfer {
  id: string
  kind: 'upi_transfer' | 'bank_transfer'
  payment_id: string
  reference: string
  amount: number
  mode: 'UPI' | 'NEFT' | 'IMPS' | 'RTGS'
  payer: string
}

export interface RazorpayState {
  orders: Record<string, Order>
  /** Orders whose payments Razorpay captures automatically. */
  automatic: Record<string, boolean>
  payments: Record<string, Payment>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  transfers: Record<string, Transfer>
  /** Refunds by idempotency key. */
  replays: Record<string, string>
}

export function emptyRazorpay(): RazorpayState {
  return { orders: {}, automatic: {}, payments: {}, refunds: {}, disputes: {}, transfers: {}, replays: {} }
}

/** Returns an entity as the API shows it. */
export function shown<Entity extends { notes?: Notes }>(entity: Entity) {
  const { notes } = entity
  return notes && Object.keys(notes).length === 0 ? { ...entity, notes: [] } : entity
}

export function collection(items: readonly { notes?: Notes }[]) {
  return { entity: 'collection', count: items.length, items: items.map(shown) }
}
