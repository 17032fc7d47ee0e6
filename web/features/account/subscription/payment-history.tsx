import { Receipt as ReceiptIcon } from 'lucide-react'
import { useId } from 'react'
import type { OwnPayment } from '#contract/schemas/payments/payments'
import { paymentMethodName } from '#contract/values/payments/method-names'
import { unpaidStatuses } from '#contract/values/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import { paymentStatusWords, planNames } from '#web/entities/payment/payment-words'
import { formatDate, formatShortDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'

const columns: Column<OwnPayment>[] = [
  { title: 'Date', cell: ({ at }) => <Day at={at} /> },
  {
    title: 'Plan',
    cell: (payment) => (
      <>
        <span className="whitespace-nowrap">{payment.plan ? planNames[payment.plan] : 'Payment'}</span>
        <span className="block text-faint text-meta">{paymentMethodName(payment)}</span>
      </>
    ),
  },
  { title: 'Term', cell: ({ from, until }) => <Term from={from} until={until} /> },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Amount', align: 'right', cell: (payment) => <Amount payment={payment} /> },
  {
    title: 'Receipt',
    action: true,
    cell: ({ id, at, status }) =>
      unpaidStatuses.includes(status) ? (
        <span className="px-4 text-faint max-md:hidden">None</span>
      ) : (
        <ButtonLink to={paths.receipt(id)} variant="ghost" aria-label={`Receipt of ${formatDate(at)}`}>
          <ReceiptIcon aria-hidden="true" className="size-4" />
          Receipt
        </ButtonLink>
      ),
  },
]

export function PaymentHistory({ payments }: { payments: readonly OwnPayment[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-section">
        Payment history
      </h2>
      {payments.length === 0 ? (
        <p className="text-dim">No payments yet. Your receipts will appear here.</p>
      ) : (
        <DataTable label="Payment history" columns={columns} rows={payments} rowKey={(row) => row.id} />
      )}
    </section>
  )
}

function Term({ from, until }: Pick<OwnPayment, 'from' | 'until'>) {
  if (!from || !until) return <span className="text-faint">None</span>
  return (
    <>
      <Day at={from} /> to <Day at={until} />
    </>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDate(at)}
    </time>
  )
}

function Status({ status }: Pick<OwnPayment, 'status'>) {
  const { label, tone } = paymentStatusWords[status]
  return (
    <Badge tone={tone} className="align-middle">
      {label}
    </Badge>
  )
}

function Amount({ payment: { amountText, refundedMinor, amountMinor, currency } }: { payment: OwnPayment }) {
  const isPart = refundedMinor > 0 && amountMinor !== null && refundedMinor < amountMinor
  return (
    <>
      <span className="whitespace-nowrap">{amountText}</span>
      {isPart ? (
        <span className="block text-faint text-meta">{formatMoney(refundedMinor, currency)} refunded</span>
      ) : null}
    </>
  )
}
