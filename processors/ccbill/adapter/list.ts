import type { PaymentStatus } from '#contract/values/payments/payments'
import { minorOf } from '#worker/integrations/payments/money'
import {
  type ListedPayments,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { CCBillConfig } from './config'
import type { DataLink } from './data-link'
import { parseTime } from './time'

/** A payment's status by the type of its last line. */
const statuses: Record<string, PaymentStatus> = {
  NEW: 'captured',
  REFUND: 'refunded',
  VOID: 'refunded',
  CHARGEBACK: 'reversed',
}

/** Columns of each line, and of a new sale. */
const columns = { type: 0, account: 1, subaccount: 2, id: 3, time: 4, amount: 5 }
const ofSale = { price: 17, days: 18 }

/**
 * Lists the extract, the only source of the sum really paid. It is in US dollars or names no currency, and
 * never names the order.
 */
export async function listPayments(
  api: DataLink,
  config: CCBillConfig,
  since: number,
  until: number,
): Promise<ListedPayments> {
  const text = await api.extract(since, until)
  const lines = text
    .split('\n')
    .map(cellsOf)
    .filter(
      (cells) => cells[columns.account] === config.account && cells[columns.subaccount] === config.subaccount,
    )
  const bySubscription = Map.groupBy(lines, (cells) => cells[columns.id] ?? '')
  const payments = [...bySubscription].map(([id, own]) => paymentOf(id, own))
  return {
    payments: payments.filter((payment) => payment !== null).sort((a, b) => b.createdAt - a.createdAt),
    complete: true,
  }
}

/** Cells are quoted, and a buyer's name may have a comma in it. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|([^",]+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare?.trim() ?? '',
  )
}

function paymentOf(id: string, lines: string[][]): VerifiedPayment | null {
  const sale = lines.find((cells) => cells[columns.type] === 'NEW')
  const back = lines.findLast((cells) => cells[columns.type] !== 'NEW')
  const status = statuses[(back ?? sale)?.[columns.type] ?? '']
  const createdAt = parseTime((sale ?? back)?.[columns.time])
  if (!status || createdAt === null) return null
  const returned = status === 'refunded' ? minorOf(back?.[columns.amount] ?? '') : null
  return verifiedPayment({
    provider: 'ccbill',
    providerPaymentId: id,
    providerOrderId: null,
    orderId: null,
    method: 'card',
    currency: 'USD',
    amountMinor: sale ? priceOf(sale) : null,
    amountAtomic: null,
    refundedMinor: returned ?? 0,
    refunds: [],
    status,
    bank: null,
    createdAt,
    references: [],
    verifiedBy: 'provider_api',
  })
}

/**
 * Returns the price; null where the columns aren't in the order that published clients expect, so that
 * nothing can be compared.
 */
function priceOf(sale: string[]): number | null {
  return /^\d{1,3}$/.test(sale[ofSale.days] ?? '') ? minorOf(sale[ofSale.price] ?? '') : null
}
