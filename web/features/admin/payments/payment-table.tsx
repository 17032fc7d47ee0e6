import type { AdminPayment } from '#contract/schemas/payments/payments'
import { paymentMethodName, providerNames } from '#contract/values/payments/method-names'
import { paymentStatusWords, planNames } from '#web/entities/payment/payment-words'
import { formatShortDate } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'

/** Returns the columns of the table of payments. */
export function paymentColumns(onOpen: (id: string) => void): Column<AdminPayment>[] {
  return [
    {
      title: 'Date',
      sort: 'date',
      isFixed: true,
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {formatShortDate(at)}
        </time>
      ),
    },
    {
      title: 'Member',
      cell: ({ user }) =>
        user ? <span className="wrap-anywhere">{user.username}</span> : <Faint>No one yet</Faint>,
    },
    {
      title: 'Amount',
      align: 'right',
      cell: ({ amountText }) => <span className="whitespace-nowrap">{amountText}</span>,
    },
    {
      title: 'Method',
      cell: (payment) => {
        const [method, provider] = [paymentMethodName(payment), providerNames[payment.provider]]
        return (
          <>
            {method}
            {method === provider ? null : <span className="block text-faint text-meta">{provider}</span>}
          </>
        )
      },
    },
    {
      title: 'Plan',
      cell: ({ plan, granted }) => (
        <>
          {plan ? <span className="whitespace-nowrap">{planNames[plan]}</span> : <Faint>None</Faint>}
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
      title: 'Reference',
      cell: ({ providerPaymentId }) => (
        <span className="wrap-anywhere text-faint text-meta">{providerPaymentId}</span>
      ),
    },
    {
      title: 'Details',
      action: true,
      isFixed: true,
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

function Faint({ children }: { children: string }) {
  return <span className="text-faint">{children}</span>
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
