import * as z from 'zod'
import {
  type ListedPayments,
  ProviderDown,
  type VerifiedPayment,
} from '#worker/integrations/payments/provider'
import { kept } from '#worker/integrations/payments/record'
import { known, type RazorpayApi } from './api'
import { completed, pathOf, paymentOf } from './payment'
import { payment, payments } from './shapes'

export async function readPayment(api: RazorpayApi, id: string): Promise<VerifiedPayment | null> {
  const found = known(await api.get('read-payment', pathOf(id), payment))
  return found && (await completed(api, found))
}

/** Most matches that are looked up: even two of our transfers with one reference would be unusual. */
const mostMatches = 5

/** Finds payments by Razorpay's own ID, or by the number of a transfer to a Smart Collect account. */
export async function findPayments(api: RazorpayApi, reference: string): Promise<VerifiedPayment[]> {
  if (reference.startsWith('pay_')) {
    const found = await readPayment(api, reference)
    return found ? [found] : []
  }
  const query = new URLSearchParams({ virtual_account: '1', va_transaction_id: reference, count: '25' })
  // Null without Smart Collect: then there is nothing to look up.
  const items = known(await api.get('find', `/payments?${query}`, payments))?.items ?? []
  const found: VerifiedPayment[] = []
  for (const item of items.slice(0, mostMatches)) found.push(await completed(api, item))
  // If the provider ignored the filter, it listed strangers' payments.
  return found.filter(({ references }) => references.some(({ ref }) => ref === reference))
}

const pageSize = 100

/** Lists payments without looking up their refunds and transfers: `readPayment` does that. */
export async function listPayments(
  api: RazorpayApi,
  since: number,
  until: number,
  atMostPages: number,
): Promise<ListedPayments> {
  const found = new Map<string, VerifiedPayment>()
  for (let page = 0; page < atMostPages; page++) {
    const query = new URLSearchParams({
      from: String(Math.floor(since / 1000)),
      to: String(Math.ceil(until / 1000)),
      count: String(pageSize),
      skip: String(page * pageSize),
    })
    const reply = await api.get('list', `/payments?${query}`, payments)
    if (!reply.ok) throw new ProviderDown(reply.code)
    // A payment made meanwhile shifts the others, so one may appear twice.
    for (const item of reply.value.items) found.set(item.id, paymentOf(item))
    if (reply.value.items.length < pageSize) return { payments: newestFirst(found), complete: true }
  }
  return { payments: newestFirst(found), complete: false }
}

function newestFirst(found: Map<string, VerifiedPayment>): VerifiedPayment[] {
  return [...found.values()].sort((a, b) => b.createdAt - a.createdAt)
}

/**
 * Fields of a payment's record that may be shown. Email, phone, virtual address, card and customer stay with
 * Razorpay.
 */
const shown = [
  'id',
  'entity',
  'amount',
  'currency',
  'base_amount',
  'status',
  'order_id',
  'invoice_id',
  'international',
  'method',
  'amount_refunded',
  'refund_status',
  'captured',
  'bank',
  'wallet',
  'fee',
  'tax',
  'error_code',
  'error_source',
  'error_step',
  'error_reason',
  'acquirer_data',
  'created_at',
]

export async function recordOfPayment(api: RazorpayApi, id: string): Promise<Record<string, unknown> | null> {
  const found = known(await api.get('read-record', pathOf(id), z.record(z.string(), z.unknown())))
  return found && kept(found, shown)
}
