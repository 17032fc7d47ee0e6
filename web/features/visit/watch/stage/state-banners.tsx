import { Suspense } from 'react'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import { lazyExtra } from '../../../../lib/lazy-extra'

const StateAlerts = lazyExtra(() => import('./state-alerts'), 'StateAlerts')

/** What keeps a video from the public, for its owner and administrators. Others are told no status. */
export function StateBanners({ video }: { video: Video }) {
  const { status, review, hold } = video
  if (status === undefined || (status === 'ready' && (review ?? 'approved') === 'approved' && !hold))
    return null
  // As high as most of them, so that what is below hardly moves.
  return (
    <Suspense fallback={<div className="mt-4 h-20" />}>
      <StateAlerts video={video} />
    </Suspense>
  )
}
