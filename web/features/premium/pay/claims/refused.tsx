import { useQuery } from '@tanstack/react-query'
import { ClaimCard } from '#web/entities/payment/claim-card.tsx'
import { isWaiting, subscriptionQuery } from '#web/entities/payment/payment-queries'

/** Shows above the methods why the last reference didn't lead to premium. */
export function RefusedClaim() {
  const { data } = useQuery(subscriptionQuery)
  const claim = data?.claims.find((each) => !isWaiting(each) && each.status !== 'granted')
  if (!claim) return null
  return (
    <section aria-label="Payment not confirmed" className="grid gap-2">
      <h3 className="font-bold">We couldn't confirm your payment</h3>
      <ClaimCard claim={claim} level="h4" />
    </section>
  )
}
