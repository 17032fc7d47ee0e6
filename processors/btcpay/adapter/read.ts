import * as z from 'zod'
import type { ListedPayments, VerifiedPayment } from '#worker/integrations/payments/provider'
import { kept } from '#worker/integrations/payments/record'
import { type BtcpayApi, invoicePath, known, storePath } from './api'
import { listedPayment, paymentOf } from './payment'
import { pullsOf, refundsOf, sentBy } from './refunds'
import { type Invoice, invoice as invoiceShape, invoices, methods } from './shapes'

export async function readPayment(api: BtcpayApi, id: string): Promise<VerifiedPayment | null> {
  const found = known(await api.get('read-invoice', invoicePath(api, id), invoiceShape))
  return found && (await paymentOf(api, found))
}

const pageSize = 100

export async function listPayments(
  api: BtcpayApi,
  since: number,
  until: number,
  atMostPages: number,
): Promise<ListedPayments> {
  const found = new Map<string, Invoice>()
  let complete = false
  for (let page = 0; page < atMostPages && !complete; page++) {
    const query = new URLSearchParams({
      startDate: String(Math.floor(since / 1000)),
      endDate: String(Math.ceil(until / 1000)),
      skip: String(page * pageSize),
      take: String(pageSize),
    })
    const items = known(await api.get('list', storePath(api, `/invoices?${query}`), invoices)) ?? []
    // An invoice made meanwhile shifts the others, so one may appear twice.
    for (const item of items) found.set(item.id, item)
    complete = items.length < pageSize
  }
  const all = [...found.values()].sort((a, b) => b.createdTime - a.createdTime)
  const refunds = await refundsOf(api, all)
  return { payments: all.flatMap((each) => listedPayment(api, each, refunds) ?? []), complete }
}

/** Fields of an invoice that may be shown. Its metadata could name the buyer. */
const shown = [
  'id',
  'storeId',
  'amount',
  'paidAmount',
  'currency',
  'type',
  'status',
  'additionalStatus',
  'createdTime',
  'expirationTime',
  'monitoringExpiration',
  'archived',
]

/** Also holds the links of refunds, which have to be sent to the buyer. */
export async function recordOfInvoice(api: BtcpayApi, id: string): Promise<Record<string, unknown> | null> {
  const path = invoicePath(api, id)
  const found = known(await api.get('read-record', path, z.record(z.string(), z.unknown())))
  if (!found) return null
  const ways = known(await api.get('read-transfers', `${path}/payment-methods`, methods)) ?? []
  const refunds: object[] = []
  for (const pull of (await pullsOf(api, [id])) ?? []) {
    const { viewLink, amount, currency, archived } = pull
    const isSent = (await sentBy(api, pull)).length > 0
    refunds.push({ link: viewLink, amount, currency, state: isSent ? 'sent' : archived ? 'closed' : 'open' })
  }
  return { ...kept(found, shown), transfers: ways.flatMap(({ payments }) => payments), refunds }
}
