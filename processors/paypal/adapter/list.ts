import type { z } from 'zod'
import type { PaymentStatus } from '#contract/values/payments/payments'
import { minorOf } from '#worker/integrations/payments/money'
import {
  type ListedPayments,
  ProviderDown,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { PayPalApi } from './api'
import { transactions } from './shapes'

type Transaction = z.infer<typeof transactions>['transaction_details'][number]['transaction_info']

const pageSize = 100

/**
 * Returns PayPal's transaction report, some hours late. Reading it takes a permission of its own: without it,
 * the list is incomplete, which is no error.
 */
export async function listTransactions(
  api: PayPalApi,
  since: number,
  until: number,
  atMostPages: number,
): Promise<ListedPayments> {
  const found: Transaction[] = []
  for (let page = 1; page <= atMostPages; page++) {
    const query = new URLSearchParams({
      start_date: new Date(since).toISOString(),
      end_date: new Date(until).toISOString(),
      fields: 'transaction_info',
      page_size: String(pageSize),
      page: String(page),
    })
    const reply = await api.get('list', `/v1/reporting/transactions?${query}`, transactions)
    if (!reply.ok) {
      if (reply.status === 403) return { payments: [], complete: false }
      throw new ProviderDown(reply.issue)
    }
    found.push(...reply.value.transaction_details.map((each) => each.transaction_info))
    if (page >= (reply.value.total_pages ?? 1)) return { payments: paymentsIn(found), complete: true }
  }
  return { payments: paymentsIn(found), complete: false }
}

const statuses: Record<string, PaymentStatus> = { S: 'captured', P: 'pending', D: 'failed', V: 'reversed' }

/** By PayPal's event codes: T00xx are payments, T1107 their refunds. */
function paymentsIn(found: readonly Transaction[]): VerifiedPayment[] {
  const refunds = found.filter((each) => each.transaction_event_code === 'T1107')
  return found
    .filter((each) => /^T00\d\d$/.test(each.transaction_event_code))
    .map((each) => {
      const own = refunds.filter((refund) => refund.paypal_reference_id === each.transaction_id)
      return paymentOf(each, own)
    })
    .filter((payment) => payment !== null)
    .sort((a, b) => b.createdAt - a.createdAt)
}

function paymentOf(paid: Transaction, refunds: readonly Transaction[]): VerifiedPayment | null {
  const amountMinor = minorOf(paid.transaction_amount.value)
  // Outgoing money is a T00xx too, with a minus.
  if (amountMinor === null) return null
  const done = refunds
    .filter((refund) => refund.transaction_status === 'S')
    .map((refund) => ({
      id: refund.transaction_id,
      amountMinor: minorOf(refund.transaction_amount.value.replace(/^-/, '')) ?? 0,
      at: Date.parse(refund.transaction_initiation_date),
    }))
  const refundedMinor = done.reduce((sum, refund) => sum + refund.amountMinor, 0)
  const refunded = refundedMinor >= amountMinor ? 'refunded' : 'partially_refunded'
  return verifiedPayment({
    provider: 'paypal',
    providerPaymentId: paid.transaction_id,
    providerOrderId: null,
    orderId: paid.custom_field ?? null,
    method: 'wallet',
    currency: paid.transaction_amount.currency_code,
    amountMinor,
    amountAtomic: null,
    refundedMinor,
    refunds: done,
    status: refundedMinor > 0 ? refunded : (statuses[paid.transaction_status] ?? 'pending'),
    bank: null,
    createdAt: Date.parse(paid.transaction_initiation_date),
    references: [{ kind: 'provider_payment', ref: paid.transaction_id }],
    verifiedBy: 'provider_api',
  })
}
