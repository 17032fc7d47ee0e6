import type { AdminPayment } from '../../../../contract/schemas/payments/payments'
import { paymentMethodName, providerNames } from '../../../../contract/values/payments/method-names'
import { paymentStatusWords, planNames } from '../../../entities/payment/payment-words'
import { formatShortDate } from '../../../lib/format'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { type Column, DataTable } from '../../../ui/data-table'
import { Skeleton } from '../../../ui/feedback/skeleton'

export interface PaymentTableProps {
  payments: readonly AdminPayment[]
  onOpen: (id: string) => void
}

export function PaymentTable({ payments, onOpen }: PaymentTableProps) {
  return <DataTable label="Payments" columns={columns(onOpen)} rows={payments} rowKey={({ id }) => id} />
}

function columns(onOpen: (id: string) => void): Column<AdminPayment>[] {
  return [
    {
      title: 'Date',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {formatShortDate(at)}
        </time>
      ),
    },
    {
      title: 'Member',
      cell: ({ user }) => user?.username ?? <span className="text-faint">No one yet</span>,
    },
    {
      title: 'Payment',
      cell: (payment) => {
        const [method, provider] = [paymentMethodName(payment), providerNames[payment.provider]]
        return (
          <>
            {method}
            <span className="wrap-anywhere block text-faint text-meta">
              {method === provider ? null : `${provider} `}
              {payment.providerPaymentId}
            </span>
          </>
        )
      },
    },
    {
      title: 'Plan',
      cell: ({ plan, granted }) => (
        <>
          {plan ? (
            <span className="whitespace-nowrap">{planNames[plan]}</span>
          ) : (
            <span className="text-faint">None</span>
          )}
          <span className="block text-faint text-meta">{granted ? 'Granted' : 'Not granted'}</span>
        </>
      ),
    },
    {
      title: 'Status',
      cell: ({ status }) => (
        <Badge tone={paymentStatusWords[status].tone} className="align-middle">
          {paymentStatusWords[status].label}
        </Badge>
      ),
    },
    {
      title: 'Amount',
      align: 'right',
      cell: ({ amountText }) => <span className="whitespace-nowrap">{amountText}</span>,
    },
    {
      title: 'Details',
      action: true,
      cell: ({ id, amountText, user }) => (
        <Button
          variant="ghost"
          aria-label={`Details of ${amountText}, ${user?.username ?? 'no one yet'}`}
          onClick={() => onOpen(id)}
        >
          Details
        </Button>
      ),
    },
  ]
}

export function PaymentTableSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading payments" className="grid gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-48 rounded-card md:h-14" />
      ))}
    </div>
  )
}
