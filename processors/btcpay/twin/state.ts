export type InvoiceStatus = 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidLate' | 'PaidOver' | 'Marked' | 'Invalid'

/** A transfer to an invoice's address. */
export interface Transfer {
  /** Transaction and output: `hash-0`. */
  id: string
  /** In minor units of the invoice's currency, at the invoice's rate. */
  minor: number
  status: 'Processing' | 'Settled' | 'Invalid'
  receivedAt: number
}

export interface Invoice {
  id: string
  storeId: string
  /** Minor units; null for a top-up, which any payment pays in full. */
  minor: number | null
  currency: string
  metadata: Record<string, unknown>
  checkout: {
    expirationMinutes: number
    monitoringMinutes: number
    paymentTolerance: number
    speedPolicy: string
    redirectURL: string | null
    redirectAutomatically: boolean
  }
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  transfers: Transfer[]
  /** Milliseconds, like all times here. */
  createdAt: number
}

/** A link by which a buyer gets money back: they give an address, and the store's owner approves. */
export interface PullPayment {
  id: string
  storeId: string
  name: string
  description: string
  amount: string
  currency: string
  archived: boolean
  startsAt: number
  payouts: Payout[]
}

export interface Payout {
  id: string
  date: number
  destination: string
  amount: string
  state: 'AwaitingApproval' | 'AwaitingPayment' | 'InProgress' | 'Completed' | 'Cancelled'
}

export interface BtcpayState {
  invoices: Record<string, Invoice>
  pullPayments: Record<string, PullPayment>
}

export function emptyBtcpay(): BtcpayState {
  return { invoices: {}, pullPayments: {} }
}

export function expiresAt({ createdAt, checkout }: Invoice): number {
  return createdAt + checkout.expirationMinutes * 60_000
}

/** Until when transfers to the invoice are noticed. */
export function monitoredUntil(invoice: Invoice): number {
  return expiresAt(invoice) + invoice.checkout.monitoringMinutes * 60_000
}

/** Returns the sum of the transfers in these states. */
export function sum({ transfers }: Invoice, states: Transfer['status'][]): number {
  return transfers
    .filter(({ status }) => states.includes(status))
    .reduce((total, { minor }) => total + minor, 0)
}

/** Returns whether a sum pays the invoice, within its tolerance. */
export function covers({ minor, checkout }: Invoice, paid: number): boolean {
  if (minor === null) return paid > 0
  return paid > 0 && paid * 100 >= minor * (100 - checkout.paymentTolerance)
}
