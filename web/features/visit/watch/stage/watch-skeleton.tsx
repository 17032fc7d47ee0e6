import { playerId } from '#web/lib/navigation/paths'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useEarlyPlay } from './start/use-early-play'

/** As large as the coming content: player, title, numbers, uploader. */
export function WatchSkeleton({ videoId }: { videoId: number }) {
  useEarlyPlay(videoId)
  return (
    <div role="status" aria-label="Loading" aria-busy="true">
      <div id={playerId} tabIndex={-1}>
        <Skeleton className="aspect-video max-h-stage max-sm:-mx-4 sm:rounded-panel" />
      </div>
      <div className="@container mt-4 sm:mt-5">
        <Skeleton className="h-7 w-3/5 rounded-badge sm:h-8" />
        <Skeleton className="mt-2 h-6 w-32 rounded-badge" />
        <div className="mt-3 @max-2xl:min-h-24">
          <Skeleton className="h-10 w-24 rounded-full pointer-coarse:h-11" />
        </div>
        <Skeleton className="mt-4 h-31 rounded-panel sm:h-27" />
      </div>
    </div>
  )
}
