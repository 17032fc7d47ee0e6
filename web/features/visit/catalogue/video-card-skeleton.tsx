import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** As tall as a VideoCard. */
export function VideoCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card" />
      <div className="min-h-19 pt-3">
        <Skeleton className="h-4 w-4/5 rounded-badge" />
        <Skeleton className="mt-2.5 h-3 w-2/5 rounded-badge" />
      </div>
    </div>
  )
}
