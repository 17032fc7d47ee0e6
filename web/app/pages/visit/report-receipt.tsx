import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useParams } from 'react-router'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { reportQuery } from '#web/features/visit/report/queries'
import { ReportReceiptView } from '#web/features/visit/report/report-receipt.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'

export function ReportReceiptPage() {
  const { code = '' } = useParams()
  const { data: receipt, error, refetch } = useQuery(reportQuery(code))
  usePageTitle('Report')
  if (error && !receipt) return <LoadError error={error} onRetry={refetch} />
  if (receipt === undefined) return <PageSpinner />
  if (receipt === null) {
    return (
      <EmptyState
        level={1}
        icon={<SearchX />}
        title="Report not found"
        text="There's no report at this link. Check that you copied all of it."
      />
    )
  }
  return (
    <div className="page max-w-3xl pt-10 sm:pt-14">
      <ReportReceiptView receipt={receipt} />
    </div>
  )
}
