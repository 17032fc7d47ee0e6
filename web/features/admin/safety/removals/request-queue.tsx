import { CheckCheck } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'
import { removalHours } from '#contract/values/moderation/safety'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import type { PagedResult } from '#web/lib/query/paged'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import type { CaseStatus } from '../queries'
import { RequestCard } from './request-card'

const RequestDecision = lazyDialog(() => import('./request-decision'), 'RequestDecision')

export interface RequestQueueProps {
  status: CaseStatus
  query: PagedResult<AdminRemovalRequest>
}

interface Deciding {
  request: AdminRemovalRequest
  decision: 'remove' | 'refuse'
}

/** Lists removal requests; open ones with the time left. */
export function RequestQueue({ status, query }: RequestQueueProps) {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(deciding !== null, region)
  return (
    <section ref={region} tabIndex={-1} aria-label={status === 'open' ? 'Open requests' : 'Decided requests'}>
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading requests" className="h-72" />}
        empty={
          <EmptyState
            icon={<CheckCheck />}
            title={status === 'open' ? 'No open requests' : 'Nothing decided yet'}
            text={`Every request is decided within ${removalHours} hours.`}
          />
        }
      >
        {(requests) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {requests.map((request) => (
              <li key={request.id}>
                <RequestCard
                  request={request}
                  onDecide={(decision) => {
                    rememberOpener()
                    setDeciding({ request, decision })
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {deciding ? <RequestDecision {...deciding} onClose={() => setDeciding(null)} /> : null}
      </Suspense>
    </section>
  )
}
