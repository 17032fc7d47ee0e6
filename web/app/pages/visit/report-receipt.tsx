import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useParams } from 'react-router'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { reportQuery } from '../../../features/visit/report/queries'
import { ReportReceiptView } from '../../../features/visit/report/report-receipt'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { PageSpinner } from '../../../ui/feedback/page-spinner'

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
