import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { adminTab } from '../../../lib/admin-paths'
import { countLoaded } from '../../../lib/query/count-loaded'
import { ViewLinks } from '../../../ui/view-links'
import { AppealQueue } from './appeal-queue'
import { appealsQuery, requestsQuery } from './queries'
import { RequestQueue } from './request-queue'

const allViews = [
  { value: 'open', label: 'Open' },
  { value: 'appeals', label: 'Appeals' },
  { value: 'decided', label: 'Decided' },
] as const

/**
 * Renders the Removal Requests tab: requests with their deadlines, and appeals. The view is in the address.
 */
export function RemovalsPanel() {
  const [params] = useSearchParams()
  const { can } = useViewer()
  const decides = can('appeal.decide')
  const views = allViews.filter(({ value }) => decides || value !== 'appeals')
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'open'
  const open = useInfiniteQuery(requestsQuery('open'))
  const appeals = useInfiniteQuery({ ...appealsQuery, enabled: decides })
  const counts = { open: countLoaded(open), appeals: countLoaded(appeals), decided: null }
  return (
    <div className="grid gap-5">
      <ViewLinks
        label="Removal requests"
        value={view}
        links={views.map(({ value, label }) => ({
          value,
          label,
          to: adminTab('removals', value === 'open' ? undefined : { view: value }),
          count: counts[value],
        }))}
      />
      {view === 'open' ? (
        <RequestQueue status="open" query={open} />
      ) : view === 'appeals' ? (
        <AppealQueue query={appeals} />
      ) : (
        <DecidedRequests />
      )}
    </div>
  )
}

function DecidedRequests() {
  return <RequestQueue status="decided" query={useInfiniteQuery(requestsQuery('decided'))} />
}
