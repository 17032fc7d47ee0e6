import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { viewsLabel } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DurationBadge } from './duration-badge'
import { Poster } from './poster'
import { PremiumLock } from './premium-lock'
import { useLocked } from './use-locked'
import { WatchedBar } from './watched-bar'

export interface VideoLineProps {
  video: Video
  /** Second at which playback resumes. */
  position?: number | null
  /** When it was watched or saved. */
  note: ReactNode
  /** Buttons at the end of the line. */
  actions: ReactNode
  /** Where the title leads, if not just to the video. */
  to?: string
  /** Heading level of the title, below that of its list. */
  level?: 2 | 3
}

const columns =
  'grid grid-cols-[8.5rem_minmax(0,1fr)_auto] gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:gap-4'

/** Renders a video as one line of an account's list. */
export function VideoLine(props: VideoLineProps) {
  const { video, position = null, note, actions, level = 3 } = props
  const { to = paths.video(video.id, video.unlistedKey) } = props
  const locked = useLocked(video)
  const Title = `h${level}` as const
  return (
    <article className={`group relative ${columns}`}>
      <div className="relative self-start overflow-hidden rounded-card">
        <Poster
          of={video}
          sizes="(min-width: 640px) 192px, 136px"
          className="transition-[filter] duration-200 group-hover:brightness-112"
        />
        {locked ? <PremiumLock small /> : null}
        {video.isPremium ? (
          <Badge tone="gold" className="absolute top-1.5 left-1.5">
            PREMIUM
          </Badge>
        ) : null}
        <DurationBadge seconds={video.duration} />
        <WatchedBar position={position} duration={video.duration} />
      </div>
      <div className="min-w-0 self-center">
        <Title className="wrap-anywhere line-clamp-2 text-pretty font-medium leading-5.25">
          <Link
            to={to}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {video.title}
          </Link>
        </Title>
        <p className="relative z-1 mt-1 flex text-faint text-meta">
          <Link to={paths.profile(video.uploader.username)} className="truncate hover:text-text">
            {video.uploader.username}
          </Link>
        </p>
        <p className="truncate text-faint text-meta tabular-nums">
          <span className="max-sm:hidden">{viewsLabel(video.views)} · </span>
          {note}
        </p>
      </div>
      {/* Above the link that covers the line. */}
      <div className="relative z-1 self-center">{actions}</div>
    </article>
  )
}

export function VideoLineSkeletons({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className="grid gap-4">
      {[1, 2, 3, 4].map((line) => (
        <div key={line} className={columns}>
          <Skeleton className="aspect-video rounded-card" />
          <div className="self-center">
            <Skeleton className="h-4 w-4/5 rounded-badge" />
            <Skeleton className="mt-2.5 h-3 w-2/5 rounded-badge" />
          </div>
        </div>
      ))}
    </div>
  )
}
