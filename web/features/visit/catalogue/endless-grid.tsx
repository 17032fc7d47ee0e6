import { type ReactNode, useEffect, useRef } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useFirstScreen } from '#web/lib/first-screen/use-first-screen'
import type { PagedResult } from '#web/lib/query/paged'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { VideoGrid } from './video-grid'

export interface EndlessGridProps {
  query: PagedResult<Video>
  label: string
  skeletons: number
  /** Names each video's uploader. */
  named?: boolean
  /** Shown instead of the grid when the list is empty. */
  empty: ReactNode
}

/** Loads the next page when its end comes near. A button does it where that fails. */
export function EndlessGrid({ query, label, skeletons, named, empty }: EndlessGridProps) {
  const { data, error, isFetchingNextPage, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const end = useRef<HTMLDivElement>(null)
  // While the first screen alone is rendered, the end isn't in its place yet.
  const isFirst = useFirstScreen()
  const waiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isFirst

  useEffect(() => {
    if (!waiting || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waiting, fetchNextPage])

  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  const videos = data?.pages.flatMap((page) => page.items)
  // A page may be empty and still have one after it: videos that can't be shown now are left out.
  if (videos?.length === 0 && !hasNextPage) return empty
  return (
    <>
      <VideoGrid videos={videos} skeletons={skeletons} label={label} level={2} named={named} />
      {hasNextPage ? (
        <LoadMore
          ref={end}
          className="mt-10"
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </>
  )
}
