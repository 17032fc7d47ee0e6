import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useLocation, useParams } from 'react-router'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { removalReceiptQuery } from '#web/features/visit/removal/queries'
import { RemovalReceiptView } from '#web/features/visit/removal/removal-receipt.tsx'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'

export function RemovalReceiptPage() {
  const { token = '' } = useParams()
  const location = useLocation()
  // Set by the form, and kept by the browser for this history entry.
  const isSent = (location.state as { sent?: boolean } | null)?.sent === true
  const { data: receipt, error, refetch } = useQuery(removalReceiptQuery(token))
  usePageTitle('Removal request')
  if (error && !receipt) return <LoadError error={error} onRetry={refetch} />
  if (receipt === undefined) return <PageSpinner />
  if (receipt === null) {
    return (
      <EmptyState
        level={1}
        icon={<SearchX />}
        title="Request not found"
        text="There's no removal request at this link. Check that you copied all of it."
        action={<ButtonLink to={paths.legal('removal')}>Request a removal</ButtonLink>}
      />
    )
  }
  return (
    <div className="page grid max-w-3xl gap-4 pt-10 sm:pt-14">
      {isSent ? (
        <Alert tone="success" title="We've received your request">
          This is your receipt. Come back here to follow your request.
        </Alert>
      ) : null}
      <RemovalReceiptView receipt={receipt} />
    </div>
  )
}
