import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { readId } from '#web/lib/navigation/paths'
import { countLoaded } from '#web/lib/query/count-loaded'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { OneCase } from '../one-case'
import { appealsQuery, removalQuery, requestQuery, requestsQuery } from '../queries'
import { AppealCard } from './appeal-card'
import { AppealQueue } from './appeal-queue'
import { RequestCard } from './request-card'
import { RequestQueue } from './request-queue'

const RequestDecision = lazyDialog(() => import('./request-decision'), 'RequestDecision')
const AppealDecision = lazyDialog(() => import('./appeal-decision'), 'AppealDecision')

const allViews = [
  { value: 'open', label: 'Open' },
  { value: 'appeals', label: 'Appeals' },
  { value: 'decided', label: 'Decided' },
] as const

/** Renders the Removal Requests tab: requests and appeals, or the one case that the address names. */
export function RemovalsPanel() {
  const [params] = useSearchParams()
  const { can } = useViewer()
  const [requestId, removalId] = ['request', 'removal'].map((name) => readId(params.get(name)))
  if (requestId) return <OneRequest key={requestId} id={requestId} />
  if (removalId && can('appeal.decide')) return <OneRemoval key={removalId} id={removalId} />
  return <RemovalQueues />
}

const all = { to: adminTab('removals'), label: 'All removal requests' }

function OneRequest({ id }: { id: number }) {
  const query = useQuery(requestQuery(id))
  const [decision, setDecision] = useState<'remove' | 'refuse' | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(decision !== null, region)
  return (
    <OneCase name={`Removal request ${id}`} query={query} all={all}>
      {(request) => (
        <div ref={region} tabIndex={-1} className="max-w-2xl">
          <RequestCard
            request={request}
            onDecide={(next) => {
              rememberOpener()
              setDecision(next)
            }}
          />
          {decision ? (
            <Suspense>
              <RequestDecision request={request} decision={decision} onClose={() => setDecision(null)} />
            </Suspense>
          ) : null}
        </div>
      )}
    </OneCase>
  )
}

function OneRemoval({ id }: { id: number }) {
  const query = useQuery(removalQuery(id))
  const [decision, setDecision] = useState<'restore' | 'keep' | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(decision !== null, region)
  return (
    <OneCase name={`Removal ${id}`} query={query} all={all}>
      {(appeal) => (
        <div ref={region} tabIndex={-1} className="max-w-2xl">
          <AppealCard
            appeal={appeal}
            onDecide={(next) => {
              rememberOpener()
              setDecision(next)
            }}
          />
          {decision ? (
            <Suspense>
              <AppealDecision appeal={appeal} decision={decision} onClose={() => setDecision(null)} />
            </Suspense>
          ) : null}
        </div>
      )}
    </OneCase>
  )
}

/** Requests with their deadlines, and appeals. The view is in the address. */
function RemovalQueues() {
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
