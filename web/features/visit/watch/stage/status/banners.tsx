import { Suspense } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { lazyExtra } from '#web/lib/lazy-part'

const StateAlerts = lazyExtra(() => import('./alerts'), 'StateAlerts')

/** Tells a video's owner and administrators why the public can't see it. Others receive no status. */
export function StateBanners({ video }: { video: Video }) {
  const { status, review, hold, publishAt } = video
  const isFit = status === 'ready' && (review ?? 'approved') === 'approved' && !hold
  if (status === undefined || (isFit && !publishAt)) return null
  // About as tall as most banners, so that the content below hardly moves.
  return (
    <Suspense fallback={<div className="mt-4 h-20" />}>
      <StateAlerts video={video} />
    </Suspense>
  )
}
