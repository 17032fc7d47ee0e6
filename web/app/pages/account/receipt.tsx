import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { receiptQuery } from '#web/features/account/subscription/queries'
import { ReceiptSheet } from '#web/features/account/subscription/receipt-sheet.tsx'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

export function ReceiptPage() {
  return (
    <RequireSignIn message="Please sign in to see your receipts.">
      <OwnReceipt />
    </RequireSignIn>
  )
}

function OwnReceipt() {
  const { id = '' } = useParams()
  const { data: receipt, error, refetch } = useQuery(receiptQuery(id))
  // The browser offers the title as the name of the printed file.
  usePageTitle(receipt ? `Receipt ${receipt.id}` : 'Receipt')
  if (error && !receipt) return <LoadError error={error} onRetry={refetch} />
  if (receipt === undefined) return <PageSpinner />
  if (receipt === null) return <NoReceipt />
  return (
    <div className="page max-w-3xl pt-6 sm:pt-8 print:max-w-none print:p-0">
      <div className="mb-4 flex items-center justify-between gap-3 print:hidden">
        <ButtonLink to={paths.subscription} variant="ghost" className="-ml-3 px-3">
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          Subscription
        </ButtonLink>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <ReceiptSheet receipt={receipt} />
    </div>
  )
}

function NoReceipt() {
  return (
    <EmptyState
      level={1}
      icon={<ReceiptText />}
      title="Receipt not found"
      text="We can't find that payment in your account."
      action={<ButtonLink to={paths.subscription}>Go to your payments</ButtonLink>}
    />
  )
}
