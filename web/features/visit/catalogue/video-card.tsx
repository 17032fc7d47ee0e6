import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { DurationBadge } from '#web/entities/video/card/duration-badge.tsx'
import { Facts } from '#web/entities/video/card/facts.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { PremiumLock } from '#web/entities/video/card/premium-lock.tsx'
import { useLocked } from '#web/entities/video/card/use-locked'
import { WatchedBar } from '#web/entities/video/card/watched-bar.tsx'
import { awaitPreview } from '#web/entities/video/preview/card-previews'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'

const SaveButton = lazyExtra(() => import('#web/entities/video/saved/save-button.tsx'), 'SaveButton')

const onWideCard = '(min-width: 640px) 240px, 100vw'

export interface VideoCardProps {
  video: Video
  /** Heading level of the title, below that of its list. */
  level?: 2 | 3
  /** As wide as the page on a phone. */
  wide?: boolean | undefined
  /** Names its uploader. */
  named?: boolean | undefined
}

export function VideoCard({ video, level = 3, wide = false, named = false }: VideoCardProps) {
  const locked = useLocked(video)
  const Title = `h${level}` as const
  return (
    <article className="group relative [-webkit-touch-callout:none]" onPointerOver={awaitPreview}>
      <div
        data-preview={locked ? video.trailerUrl : video.previewUrl}
        className="relative overflow-hidden rounded-card"
      >
        <Poster
          of={video}
          sizes={wide ? onWideCard : undefined}
          className="transition-[filter] duration-200 group-hover:brightness-112"
        />
        {locked ? <PremiumLock /> : null}
        <Badge tone={video.isPremium ? 'gold' : 'dark'} className="absolute top-2 left-2">
          {video.isPremium ? 'PREMIUM' : 'FREE'}
        </Badge>
        <DurationBadge seconds={video.duration} />
        <WatchedBar position={video.position} duration={video.duration} />
      </div>
      {/* Room for a title of two lines, so that nothing below moves when it loads. */}
      <div className="min-h-19 pt-2.5">
        <Title className="line-clamp-2 text-pretty font-medium text-body leading-5.25">
          <Link
            to={paths.video(video.id, video.unlistedKey)}
            // A long press would drag it.
            draggable={false}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {video.title}
          </Link>
        </Title>
        {named ? (
          // Above the link that covers the card.
          <p className="relative z-1 mt-0.5 flex text-faint text-meta">
            <Link to={paths.profile(video.uploader.username)} className="truncate hover:text-text">
              {video.uploader.username}
            </Link>
          </p>
        ) : null}
        <Facts video={video} />
      </div>
      <Suspense>
        <SaveButton video={video} look="card" />
      </Suspense>
    </article>
  )
}
