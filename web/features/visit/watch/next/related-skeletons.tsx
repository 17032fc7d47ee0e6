import { counts } from '#contract/values/shared/limits'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** One column beside the player and on a phone, two below it on a tablet. */
export const relatedGrid = 'grid gap-x-5 gap-y-3 sm:max-lg:grid-cols-2'

/** As high as most cards: on a phone their facts go on below, beside the player they rarely do. */
export function RelatedSkeletons() {
  return (
    <div aria-hidden="true" className={relatedGrid}>
      {Array.from({ length: counts.related }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className="grid grid-cols-[10.5rem_1fr] gap-3 max-sm:min-h-27">
          <Skeleton className="aspect-video self-start rounded-card" />
          <div className="pt-1">
            <Skeleton className="h-4 w-4/5 rounded-badge" />
            <Skeleton className="mt-2.5 h-3 w-2/5 rounded-badge" />
          </div>
        </div>
      ))}
    </div>
  )
}
