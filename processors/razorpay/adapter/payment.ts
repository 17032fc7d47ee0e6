import type { PaymentStatus } from '#contract/values/payments/payments'
import {
  type PaymentReference,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import { known, type RazorpayApi } from './api'
import { type RazorpayPayment, type RazorpayRefunds, refunds as refundsShape, transfer } from './shapes'

const statuses: Record<string, PaymentStatus> = {
  created: 'pending',
  authorized: 'authorized',
  captured: 'captured',
  refunded: 'refunded',
  failed: 'failed',
}

/** Returns a payment's status. After a partial refund the payment stays `captured`, and its order `paid`. */
export function statusOf(found: RazorpayPayment, refunded = ownRefunded(found)): PaymentStatus {
  const status = statuses[found.status] ?? 'pending'
  // A payment returned without a capture was never ours, whatever becomes of that refund.
  const wasTaken = status === 'captured' || (status === 'refunded' && found.captured === true)
  if (!wasTaken) return status
  if (refunded === 0) return 'captured'
  return refunded >= found.amount ? 'refunded' : 'partially_refunded'
}

function ownRefunded({ status, amount, amount_refunded }: RazorpayPayment): number {
  return status === 'refunded' ? amount : (amount_refunded ?? 0)
}

/**
 * Returns the refunded sum. The payment's own sum counts a refund from its start, and a refund that fails
 * later must not cost a member's term: where refunds are known, only successful ones count.
 */
function refundedOf(found: RazorpayPayment, refunds: RazorpayRefunds): number {
  if (refunds.length === 0) return ownRefunded(found)
  return processed(refunds).reduce((sum, { amount }) => sum + amount, 0)
}

function processed(refunds: RazorpayRefunds): RazorpayRefunds {
  return refunds.filter(({ status }) => status === 'processed')
}

export interface Extras {
  refunds?: RazorpayRefunds
  references?: readonly PaymentReference[]
}

export function paymentOf(found: RazorpayPayment, extras: Extras = {}): VerifiedPayment {
  const { refunds = [] } = extras
  const refundedMinor = refundedOf(found, refunds)
  return verifiedPayment({
    provider: 'razorpay',
    providerPaymentId: found.id,
    providerOrderId: found.order_id ?? null,
    // Its record names Razorpay's order alone.
    orderId: null,
    method: found.method,
    currency: found.currency,
    amountMinor: found.amount,
    amountAtomic: null,
    refundedMinor,
    refunds: processed(refunds).map(({ id, amount, created_at }) => ({
      id,
      amountMinor: amount,
      at: created_at * 1000,
    })),
    status: statusOf(found, refundedMinor),
    bank: found.bank ?? null,
    createdAt: found.created_at * 1000,
    references: [...referencesOf(found), ...(extras.references ?? [])],
    verifiedBy: 'provider_api',
  })
}

/** Returns a payment completed with its refunds and its transfer's numbers. */
export async function completed(api: RazorpayApi, found: RazorpayPayment): Promise<VerifiedPayment> {
  return paymentOf(found, {
    refunds: (found.amount_refunded ?? 0) > 0 ? await refundsOf(api, found.id) : [],
    references: await transferOf(api, found),
  })
}

async function refundsOf(api: RazorpayApi, id: string): Promise<RazorpayRefunds> {
  return known(await api.get('read-refunds', `${pathOf(id)}/refunds?count=100`, refundsShape))?.items ?? []
}

/**
 * Returns the numbers of a transfer to a Smart Collect account, which has no order and may lack the
 * acquirer's numbers.
 */
async function transferOf(api: RazorpayApi, found: RazorpayPayment): Promise<PaymentReference[]> {
  const kind = { upi: 'upi_transfer', bank_transfer: 'bank_transfer' }[found.method]
  if (!kind || found.order_id) return []
  const details = known(await api.get('read-transfer', `${pathOf(found.id)}/${kind}`, transfer))
  return [
    ...referenceIn('utr', details?.bank_reference),
    // Usually the acquirer's number again: it is named once.
    ...referenceIn('rrn', details?.npci_reference_id).filter(
      ({ ref }) => !referencesOf(found).some((own) => own.ref === ref),
    ),
  ]
}

function referencesOf(found: RazorpayPayment): PaymentReference[] {
  const numbers = found.acquirer_data
  return [
    { kind: 'provider_payment', ref: found.id },
    // Cards have such a number too, which the holder never sees.
    ...(found.method === 'upi' ? referenceIn('rrn', numbers?.rrn) : []),
    ...referenceIn('upi_transaction', numbers?.upi_transaction_id),
    ...referenceIn('bank_transaction', numbers?.bank_transaction_id),
  ]
}

function referenceIn(kind: PaymentReference['kind'], value: string | null | undefined): PaymentReference[] {
  const ref = (value ?? '').replace(/[\s-]/g, '').toUpperCase()
  return ref === '' ? [] : [{ kind, ref }]
}

export function pathOf(id: string): string {
  return `/payments/${encodeURIComponent(id)}`
}
