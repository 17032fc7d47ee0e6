import { Scale } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { AdminAppeal } from '../../../../contract/schemas/moderation/safety'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import type { PagedResult } from '../../../lib/query/paged'
import { CardSkeletons } from '../../../ui/feedback/card-skeletons'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { PagedList } from '../../../ui/paged-list'
import { AppealCard } from './appeal-card'

const AppealDecision = lazyDialog(() => import('./appeal-decision'), 'AppealDecision')

export interface AppealQueueProps {
  query: PagedResult<AdminAppeal>
}

interface Deciding {
  appeal: AdminAppeal
  decision: 'restore' | 'keep'
}

/** Lists pending appeals. */
export function AppealQueue({ query }: AppealQueueProps) {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(deciding !== null, region)
  return (
    <section ref={region} tabIndex={-1} aria-label="Appeals">
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading appeals" className="h-72" />}
        empty={
          <EmptyState
            icon={<Scale />}
            title="No appeals"
            text="Uploaders of removed videos can appeal once. Appeals will appear here."
          />
        }
      >
        {(appeals) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {appeals.map((appeal) => (
              <li key={appeal.id}>
                <AppealCard
                  appeal={appeal}
                  onDecide={(decision) => {
                    rememberOpener()
                    setDeciding({ appeal, decision })
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {deciding ? <AppealDecision {...deciding} onClose={() => setDeciding(null)} /> : null}
      </Suspense>
    </section>
  )
}
