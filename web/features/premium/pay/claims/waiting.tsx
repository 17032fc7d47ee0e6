import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OwnClaim } from '#contract/schemas/payments/payments'
import { ClaimCard } from '#web/entities/payment/claim-card.tsx'
import { isWaiting, subscriptionQuery, waitingPoll } from '#web/entities/payment/payment-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { correctReference } from '../choice/methods'
import { useNewTerm } from '../term/use-new-term'

export interface WaitingClaimsProps {
  /** Takes over the focus from the form that it replaces. */
  focused: boolean
  /** Opens the form again, for another reference. */
  onCorrect: (claim: OwnClaim) => void
  onBought: () => void
}

/**
 * Shows the references that are being checked, in place of the shop: the same term must not be paid for
 * twice.
 */
export function WaitingClaims({ focused, onCorrect, onBought }: WaitingClaimsProps) {
  // Polling goes on after the decision, until the viewer's own data shows the outcome.
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...subscriptionQuery,
    refetchInterval: waitingPoll,
  })
  const { user } = useViewer()
  const [until] = useState(user?.premiumUntil ?? null)
  const look = useNewTerm(until, onBought)
  const heading = useRef<HTMLHeadingElement>(null)
  const claims = data?.claims.filter(isWaiting)
  const decided = claims?.length === 0

  const decide = useEffectEvent(() => {
    // Asks for the account's new state, which brings back the shop, or the member's page.
    look().catch(() => undefined)
  })
  useEffect(() => {
    if (decided && dataUpdatedAt > 0) decide()
  }, [decided, dataUpdatedAt])
  useEffect(() => {
    if (focused && document.activeElement === document.body) heading.current?.focus()
  }, [focused])

  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  const [newest] = claims ?? []
  return (
    <section aria-label="Payment submitted" className="grid gap-4">
      <div className="grid justify-items-center gap-2 text-center">
        <Clock aria-hidden="true" className="size-8 text-warning" />
        <h3 ref={heading} tabIndex={-1} className="font-bold text-lead">
          Payment submitted
        </h3>
        <p className="text-dim text-meta">No need to pay again. Track it in your account.</p>
      </div>
      {claims ? (
        claims.map((claim) => <ClaimCard key={claim.id} claim={claim} level="h4" />)
      ) : (
        <Skeleton className="h-32 rounded-card" />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to={paths.subscription}>View my payments</ButtonLink>
        {newest ? (
          <Button variant="ghost" onClick={() => onCorrect(newest)}>
            {correctReference}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
