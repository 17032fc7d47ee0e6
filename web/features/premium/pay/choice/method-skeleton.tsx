import type { Currency } from '#contract/values/payments/prices'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** As tall as the methods and the note below them. */
export function MethodSkeleton({ currency }: { currency: Currency }) {
  return (
    <div aria-busy="true" className="grid gap-4">
      <div className="grid grid-cols-2 gap-2 pt-7">
        {(currency === 'INR' ? ['a', 'b', 'c', 'd'] : ['a', 'b']).map((key) => (
          <Skeleton key={key} className="h-16 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-20 rounded-nav" />
    </div>
  )
}
