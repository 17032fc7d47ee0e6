import { decimal, type Money } from '#dev/sandbox/payments/money'
import { PayPalError } from './error.ts'
import type { Capture, PayPalState, Refund } from './state.ts'

const longestRange = 31 * 24 * 3600_000
const letters: Partial<Record<Capture['status'], string>> = { PENDING: 'P', DECLINED: 'D', FAILED: 'D' }

/** `GET /v1/reporting/transactions`: captures (T0006) and refunds (T1107) of a time. */
export function searchTransactions(state: PayPalState, query: URLSearchParams) {
  const from = Date.parse(query.get('start_date') ?? '')
  const until = Date.parse(query.get('end_date') ?? '')
  if (Number.isNaN(from) || Number.isNaN(until)) {
    throw new PayPalError(400, 'MISSING_REQUIRED_PARAMETER', { field: '/start_date' })
  }
  if (until < from || until - from > longestRange) {
    throw new PayPalError(400, 'INVALID_DATE_RANGE', { field: '/end_date' })
  }
  const size = Math.min(Number(query.get('page_size') ?? 100), 500)
  const page = Number(query.get('page') ?? 1)
  const rows = [
    ...Object.values(state.captures).map(captureRow),
    ...Object.values(state.refunds).map((refund) => refundRow(state, refund)),
  ]
    .filter(({ at }) => at >= from && at <= until)
    .sort((one, other) => one.at - other.at)
  return {
    transaction_details: rows
      .slice((page - 1) * size, page * size)
      .map(({ info }) => ({ transaction_info: info })),
    account_number: 'SANDBOXMERCHANT',
    start_date: query.get('start_date'),
    end_date: query.get('end_date'),
    page,
    total_items: rows.length,
    total_pages: Math.ceil(rows.length / size),
  }
}

function captureRow(capture: Capture) {
  const info = {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    ...dates(capture.createdAt),
    transaction_amount: capture.amount,
    transaction_status: letters[capture.status] ?? 'S',
    ...(capture.invoiceId && { invoice_id: capture.invoiceId }),
    ...(capture.customId && { custom_field: capture.customId }),
  }
  return { at: capture.createdAt, info }
}

function refundRow(state: PayPalState, refund: Refund) {
  const capture = state.captures[refund.captureId]
  const amount: Money = { ...refund.amount, value: `-${refund.amount.value}` }
  const info = {
    transaction_id: refund.id,
    paypal_reference_id: refund.captureId,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: 'T1107',
    ...dates(refund.createdAt),
    transaction_amount: amount,
    fee_amount: { ...refund.amount, value: decimal(0) },
    transaction_status: refund.status === 'COMPLETED' ? 'S' : 'P',
    ...(capture?.customId && { custom_field: capture.customId }),
  }
  return { at: refund.createdAt, info }
}

function dates(at: number) {
  const text = `${new Date(at).toISOString().slice(0, 19)}+0000`
  return { transaction_initiation_date: text, transaction_updated_date: text }
}
