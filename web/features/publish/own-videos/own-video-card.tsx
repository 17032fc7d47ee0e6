import type { ReactNode } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { ownBulkSize } from '#contract/values/videos/video'
import { DurationBadge } from '#web/entities/video/card/duration-badge.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { SelectBox } from '#web/entities/video/manage/select-box.tsx'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { formatShortDate, formatViews, viewsLabel } from '#web/lib/format'
import { OwnVideoActions, type OwnVideoActs } from './own-video-actions'
import { OwnVideoNotes, OwnVideoTitle } from './own-video-title'
import { StateBadges } from './state-badges'

export interface OwnVideoCardProps {
  video: Video
  acts: OwnVideoActs
  selection: Selection<Video>
  /** Work that is still running for the video. */
  work?: ReactNode
}

export function OwnVideoCard({ video, acts, selection, work }: OwnVideoCardProps) {
  const { likes, createdAt } = video
  return (
    <article className="group relative">
      <div className="relative overflow-hidden rounded-card">
        <Poster of={video} className="transition-[filter] duration-200 group-hover:brightness-75" />
        <StateBadges video={video} />
        <DurationBadge seconds={video.duration} />
      </div>
      <div className="mt-1 flex items-start gap-1">
        <h2 className="wrap-anywhere mt-2.5 line-clamp-2 min-w-0 flex-1 font-medium leading-5.25">
          <OwnVideoTitle
            video={video}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          />
        </h2>
        <SelectBox video={video} selection={selection} atMost={ownBulkSize} className="relative z-1" />
      </div>
      <p className="mt-0.5 text-faint text-meta tabular-nums pointer-coarse:pr-9">
        {viewsLabel(video.views)} · {formatViews(likes)} {likes === 1 ? 'like' : 'likes'}
      </p>
      <p className="mt-0.5 text-faint text-meta tabular-nums">
        <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
      </p>
      <OwnVideoNotes video={video} acts={acts} />
      {work}
      <OwnVideoActions video={video} acts={acts} />
    </article>
  )
}
