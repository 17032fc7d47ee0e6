/** A one-time sale. CCBill calls that a subscription, too, and knows it by this ID alone. */
export interface Subscription {
  subscriptionId: string
  transactionId: string
  amountMinor: number
  /** ISO 4217 digits: '036' is the Australian dollar. */
  currencyCode: string
  periodDays: number
  signedUpAt: number
  expiresAt: number
  cancelledAt: number | null
  refunds: number
  voids: number
  chargebacks: number
  returns: number
  /** Parameters of the form's URL that CCBill doesn't know, unchanged. */
  passedThrough: Record<string, string>
}

/** A line of the extract: money that moved. */
export interface Movement {
  type: 'NEW' | 'REFUND' | 'VOID' | 'CHARGEBACK'
  subscriptionId: string
  at: number
  amountMinor: number
}

export interface CCBillState {
  subscriptions: Record<string, Subscription>
  movements: Movement[]
  /** When the extract was last read: it answers once per hour. */
  extractedAt: number | null
}

export function emptyCCBill(): CCBillState {
  return { subscriptions: {}, movements: [], extractedAt: null }
}
