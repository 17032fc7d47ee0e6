import { CheckCheck } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { AdminClaim } from '#contract/schemas/payments/payments'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import type { PagedResult } from '#web/lib/query/paged'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ClaimCard } from './claim-card'

const ApproveDialog = lazyDialog(() => import('./approve-dialog'), 'ApproveDialog')
const RejectDialog = lazyDialog(() => import('./reject-dialog'), 'RejectDialog')

export interface ClaimQueueProps {
  query: PagedResult<AdminClaim>
  /** The administrator who decides, though never their own claim. */
  viewerId: number
  /** Shows a payment. */
  onOpen: (paymentId: string) => void
}

export interface DecisionProps {
  claim: AdminClaim
  onClose: () => void
}

interface Decision {
  claim: AdminClaim
  as: 'approve' | 'reject'
}

/** Lists references that no provider's record could settle automatically. */
export function ClaimQueue({ query, viewerId, onOpen }: ClaimQueueProps) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(decision !== null, region)

  function decide(claim: AdminClaim, as: Decision['as']) {
    rememberOpener()
    setDecision({ claim, as })
  }

  const shown = decision && { claim: decision.claim, onClose: () => setDecision(null) }
  return (
    <section ref={region} tabIndex={-1} aria-label="Claims">
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading claims" className="h-60" />}
        empty={
          <EmptyState
            icon={<CheckCheck />}
            title="No claims waiting"
            text="References we can't match automatically will appear here."
          />
        }
      >
        {(claims) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {claims.map((claim) => (
              <li key={claim.id}>
                <ClaimCard
                  claim={claim}
                  own={claim.user.id === viewerId}
                  onDecide={(as) => decide(claim, as)}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {shown && decision?.as === 'approve' ? <ApproveDialog {...shown} /> : null}
        {shown && decision?.as === 'reject' ? <RejectDialog {...shown} /> : null}
      </Suspense>
    </section>
  )
}
