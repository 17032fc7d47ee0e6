import type { PaymentMonth } from '#contract/schemas/payments/payments'
import { decimalAmount } from '#contract/values/payments/amounts'
import { paymentMethodName, providerNames } from '#contract/values/payments/method-names'
import type { CsvRow } from '#contract/values/shared/csv'
import { type MovementRow, movementsPage } from '#db/queries/payments/movements'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'

/** Rows of one query, so that any month fits into memory. */
const rowsAtOnce = 500

/**
 * Returns a month's movements of money as rows of a table, oldest first: those that make up a provider's
 * payout statement for the month. The months are in UTC. Logs who exported it.
 */
export async function exportMonth(ctx: UserContext, { month }: PaymentMonth) {
  await audit(ctx, {
    action: 'payment.export',
    subject: 'payments',
    subjectId: month,
  })
  return { fileName: `payments-${month}.csv`, rows: rowsOf(ctx, month) }
}

async function* rowsOf({ db }: UserContext, month: string): AsyncGenerator<CsvRow[]> {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const period = { from: Date.UTC(year, number - 1), until: Date.UTC(year, number) }
  yield [head]
  for (let after: MovementRow | undefined; ; ) {
    const page: MovementRow[] = await movementsPage(db, { ...period, after }, rowsAtOnce)
    if (page.length > 0) yield page.map(cells)
    after = page.at(-1)
    if (page.length < rowsAtOnce) return
  }
}

const head = [
  'Time (UTC)',
  'Type',
  'Amount',
  'Currency',
  'Provider',
  'Method',
  'Plan',
  'Account ID',
  'Username',
  'Payment ID',
  "Provider's payment ID",
  "Provider's order ID",
  "Provider's ID of this movement",
  'Reason',
]

const kinds: Record<MovementRow['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  chargeback: 'Chargeback',
  chargeback_won: 'Chargeback won',
}

function cells(row: MovementRow): CsvRow {
  return [
    new Date(row.at).toISOString().slice(0, 19).replace('T', ' '),
    kinds[row.kind],
    decimalAmount(row),
    row.currency,
    providerNames[row.provider],
    paymentMethodName(row),
    row.plan ?? '',
    row.userId ?? '',
    row.username ?? '',
    row.paymentId,
    row.providerPaymentId,
    row.orderId ?? '',
    row.providerRef,
    row.reason ?? '',
  ]
}
