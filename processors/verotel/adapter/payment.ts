import type { PaymentStatus } from '#contract/values/payments/payments'
import {
  ProviderDown,
  type Returned,
  type StoredOrder,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { Sale } from './status'

const statuses: Record<string, PaymentStatus> = {
  APPROVED: 'captured',
  DECLINED: 'failed',
  CREDITED: 'refunded',
  REFUNDED: 'refunded',
  CHARGEBACK: 'reversed',
}

interface Books {
  /** Our order for the sale, if there is one. */
  order: StoredOrder | null
  now: number
  /** The return of the money, if a signed notice says so. */
  returned?: Returned | undefined
}

/** Returns a sale as a payment. Throws ProviderDown for an unknown result. */
export function paymentOf(sale: Sale, { order, now, returned }: Books): VerifiedPayment {
  const known = statuses[sale.saleResult]
  const status = known === undefined || known === 'captured' ? (returned?.kind ?? known) : known
  if (status === undefined) throw new ProviderDown('unknown-result')
  const { saleID, priceAmount } = sale
  const referenceID = sale.referenceID || null
  const isRefunded = status === 'refunded'
  return verifiedPayment({
    provider: 'verotel',
    providerPaymentId: saleID,
    providerOrderId: referenceID,
    orderId: referenceID,
    method: 'card',
    currency: sale.priceCurrency,
    amountMinor: priceAmount,
    amountAtomic: null,
    refundedMinor: isRefunded ? priceAmount : 0,
    // A credit returns the whole sale. It is named after the sale, so that notice and record are one entry.
    refunds: isRefunded ? [{ id: `credit-${saleID}`, amountMinor: priceAmount, at: now }] : [],
    status,
    bank: null,
    // The time of a sale has no documented form; most are paid soon after the order.
    createdAt: order?.createdAt ?? now,
    references: [{ kind: 'provider_payment', ref: saleID }],
    verifiedBy: 'provider_api',
    staysCaptured: true,
  })
}
