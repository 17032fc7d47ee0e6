import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export function PanelSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading your subscription" className="grid gap-8">
      <Skeleton className="h-52 rounded-panel" />
      <div className="grid gap-3">
        <Skeleton className="h-7 w-48 rounded-badge" />
        <Skeleton className="h-24 rounded-card" />
      </div>
    </div>
  )
}
