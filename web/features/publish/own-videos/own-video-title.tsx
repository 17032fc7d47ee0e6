import { Send } from 'lucide-react'
import { Link } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { day } from '#contract/values/shared/time'
import { trashDays } from '#contract/values/videos/video'
import { PublishTime } from '#web/entities/video/state/publish-time.tsx'
import { formatShortDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import type { OwnVideoActs } from './own-video-actions'
import { reasonOf } from './state-badges'

/** Renders a video's title, as a link where there is something to watch. */
export function OwnVideoTitle({ video, className }: { video: Video; className: string }) {
  // There is nothing to watch before a video is processed.
  if (video.status !== 'ready' || video.hold) return video.title
  return (
    <Link to={paths.video(video.id, video.unlistedKey)} className={className}>
      {video.title}
    </Link>
  )
}

/** Explains a video's state to its owner, with the button that helps. */
export function OwnVideoNotes({ video, acts }: { video: Video; acts: OwnVideoActs }) {
  const reason = reasonOf(video)
  return (
    <>
      <PublishTime video={video} />
      {video.trashedAt ? <TrashTime trashedAt={video.trashedAt} /> : null}
      {reason ? <p className="wrap-anywhere mt-1 text-danger text-meta">{reason}</p> : null}
      {video.review === 'rejected' && !video.hold ? (
        // Above the link that covers a card.
        <Button
          className="relative z-1 mt-2"
          aria-label={`Resubmit ${video.title}`}
          disabled={acts.resubmitting}
          onClick={() => acts.onResubmit(video)}
        >
          <Send aria-hidden="true" className="size-4" />
          Resubmit
        </Button>
      ) : null}
    </>
  )
}

function TrashTime({ trashedAt }: { trashedAt: string }) {
  const end = new Date(Date.parse(trashedAt) + trashDays * day).toISOString()
  return (
    <p className="mt-0.5 text-faint text-meta tabular-nums">
      Deleted for good on <time dateTime={end}>{formatShortDate(end)}</time>
    </p>
  )
}
