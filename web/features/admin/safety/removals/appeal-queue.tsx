import { Scale } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { AdminAppeal } from '#contract/schemas/moderation/safety'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import type { PagedResult } from '#web/lib/query/paged'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
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
