import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { DurationBadge } from '#web/entities/video/card/duration-badge.tsx'
import { Facts } from '#web/entities/video/card/facts.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { PremiumLock } from '#web/entities/video/card/premium-lock.tsx'
import { useLocked } from '#web/entities/video/card/use-locked'
import { awaitPreview } from '#web/entities/video/preview/card-previews'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'

const SaveButton = lazyExtra(() => import('#web/entities/video/saved/save-button.tsx'), 'SaveButton')

/** Renders a video in one line, beside or below another one. */
export function RelatedCard({ video }: { video: Video }) {
  const locked = useLocked(video)
  return (
    <article
      className="group relative grid grid-cols-[10.5rem_1fr] gap-3 [-webkit-touch-callout:none]"
      onPointerOver={awaitPreview}
    >
      <div
        data-preview={locked ? video.trailerUrl : video.previewUrl}
        className="relative self-start overflow-hidden rounded-card"
      >
        <Poster
          of={video}
          sizes="168px"
          className="transition-[filter] duration-200 group-hover:brightness-112"
        />
        {locked ? <PremiumLock small /> : null}
        <Badge tone={video.isPremium ? 'gold' : 'dark'} className="absolute top-1.5 left-1.5">
          {video.isPremium ? 'PREMIUM' : 'FREE'}
        </Badge>
        <DurationBadge seconds={video.duration} />
        <Suspense>
          <SaveButton video={video} look="card" />
        </Suspense>
      </div>
      <div className="min-w-0">
        <h3 className="wrap-anywhere line-clamp-2 text-pretty font-medium leading-5.25 transition-colors group-hover:text-white">
          <Link
            to={paths.video(video.id)}
            // A long press would drag it.
            draggable={false}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {video.title}
          </Link>
        </h3>
        <p className="relative z-1 mt-1 flex text-faint text-meta">
          <Link to={paths.profile(video.uploader.username)} className="truncate hover:text-text">
            {video.uploader.username}
          </Link>
        </p>
        <Facts video={video} />
      </div>
    </article>
  )
}
