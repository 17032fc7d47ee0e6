import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { DurationBadge } from '../../../entities/video/duration-badge'
import { Poster } from '../../../entities/video/poster'
import { PublishTime } from '../../../entities/video/publish-time'
import { viewsLabel } from '../../../lib/format'
import { paths } from '../../../lib/paths'
import { Button } from '../../../ui/button'
import { OwnVideoActions } from './own-video-actions'
import { reasonOf, StateBadges } from './state-badges'

export interface OwnVideoCardProps {
  video: Video
  onToggle: () => void
  onDelete: () => void
  /** Resubmits a rejected video. */
  onResubmit: () => void
  /** A resubmission is running, for this video or another one. */
  resubmitting: boolean
  /** Work that is still running for the video. */
  work?: ReactNode
}

export function OwnVideoCard(props: OwnVideoCardProps) {
  const { video, onToggle, onDelete, onResubmit, resubmitting, work } = props
  const reason = reasonOf(video)
  // There is nothing to watch before a video is processed.
  const watchable = video.status === 'ready' && !video.hold
  return (
    <article className="group relative">
      <div className="relative overflow-hidden rounded-card">
        <Poster
          src={video.thumbnailUrl}
          className="transition-[filter] duration-200 group-hover:brightness-75"
        />
        <StateBadges video={video} />
        <DurationBadge seconds={video.duration} />
      </div>
      <h2 className="mt-2.5 line-clamp-2 text-pretty font-medium pointer-coarse:pr-9 text-body leading-[21px]">
        {watchable ? (
          <Link
            to={paths.video(video.id, video.unlistedKey)}
            className="rounded-card after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {video.title}
          </Link>
        ) : (
          video.title
        )}
      </h2>
      <p className="mt-0.5 text-faint text-meta tabular-nums">{viewsLabel(video.views)}</p>
      <PublishTime video={video} />
      {reason ? <p className="wrap-anywhere mt-1 text-danger text-meta">{reason}</p> : null}
      {video.review === 'rejected' && !video.hold ? (
        // Above the link that covers the card.
        <Button
          className="relative z-1 mt-2"
          aria-label={`Resubmit ${video.title}`}
          disabled={resubmitting}
          onClick={onResubmit}
        >
          <Send aria-hidden="true" className="size-4" />
          Resubmit
        </Button>
      ) : null}
      {work}
      <OwnVideoActions video={video} onToggle={onToggle} onDelete={onDelete} />
    </article>
  )
}
