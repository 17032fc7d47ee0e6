import type { Video } from '#contract/schemas/videos/video'
import { formatTime } from '#web/lib/format'
import { shownAs } from './video-state'

/**
 * Shows when a scheduled video becomes public, in the reader's time zone. Once that time has passed, says
 * that it waits for processing and approval.
 */
export function PublishTime({ video }: { video: Video }) {
  const { publishAt } = video
  if (!publishAt || shownAs(video) !== 'scheduled') return null
  if (Date.parse(publishAt) <= Date.now()) {
    return <p className="mt-0.5 text-faint text-meta">Goes public once it's ready and approved</p>
  }
  return (
    <p className="mt-0.5 text-faint text-meta tabular-nums">
      Public from <time dateTime={publishAt}>{formatTime(publishAt)}</time>
    </p>
  )
}
