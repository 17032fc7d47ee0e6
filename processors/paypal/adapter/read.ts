import * as z from 'zod'
import { ProviderDown, type VerifiedPayment } from '#worker/integrations/payments/provider'
import { kept } from '#worker/integrations/payments/record'
import type { PayPalApi, Reply } from './api'
import { orderOf, paymentOf, statusOf } from './payment'
import { capture, order, type PayPalOrder } from './shapes'

export async function readCapture(
  api: PayPalApi,
  merchantId: string,
  id: string,
): Promise<VerifiedPayment | null> {
  const found = known(await api.get('read-capture', pathOf(id), capture))
  if (!found) return null
  const orderId = orderOf(found)
  const wentBack = ['refunded', 'partially_refunded'].includes(statusOf(found))
  // A capture's own record never lists its refunds, and seldom names its payee; the order's does both.
  const asksOrder = orderId !== null && (wentBack || !found.payee?.merchant_id)
  const units = asksOrder ? await unitsOf(api, orderId) : []
  // A payment to another merchant is none to us.
  const payees = [found, ...units].map(({ payee }) => payee?.merchant_id ?? merchantId)
  if (payees.some((payee) => payee !== merchantId)) return null
  return paymentOf(
    found,
    orderId,
    units.flatMap(({ payments }) => payments?.refunds ?? []),
  )
}

async function unitsOf(api: PayPalApi, orderId: string): Promise<PayPalOrder['purchase_units']> {
  const path = `/v2/checkout/orders/${encodeURIComponent(orderId)}`
  return known(await api.get('read-order', path, order))?.purchase_units ?? []
}

/** Fields of a capture's record that may be shown: payer and payee are among the others. */
const shown = [
  'id',
  'status',
  'status_details',
  'amount',
  'custom_id',
  'invoice_id',
  'final_capture',
  'seller_protection',
  'seller_receivable_breakdown',
  'supplementary_data',
  'create_time',
  'update_time',
]

export async function recordOfCapture(api: PayPalApi, id: string): Promise<Record<string, unknown> | null> {
  const found = known(await api.get('read-record', pathOf(id), z.record(z.string(), z.unknown())))
  return found && kept(found, shown)
}

function pathOf(id: string): string {
  return `/v2/payments/captures/${encodeURIComponent(id)}`
}

function known<T>(reply: Reply<T>): T | null {
  if (reply.ok) return reply.value
  if (reply.status === 404) return null
  throw new ProviderDown(reply.issue)
}
