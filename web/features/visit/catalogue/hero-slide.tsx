import clsx from 'clsx'
import { Clock, Eye, Lock, Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { useLocked } from '#web/entities/video/card/use-locked'
import { formatMinutes, isoDuration, viewsLabel } from '#web/lib/format'
import { lazyExtra } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const SaveButton = lazyExtra(() => import('#web/entities/video/saved/save-button.tsx'), 'SaveButton')

export interface HeroSlideProps {
  video: Video
  /** From 1. */
  position: number
  count: number
  current: boolean
  /** Whether the slide is or will soon be visible, so that its picture is worth loading. */
  near: boolean
}

export function HeroSlide({ video, position, count, current, near }: HeroSlideProps) {
  const locked = useLocked(video)
  const [wasNear, setWasNear] = useState(near)
  if (near && !wasNear) setWasNear(true)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, not a fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${position} of ${count}`}
      inert={!current}
      className={clsx(
        'absolute inset-0 transition-opacity duration-500',
        current ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <Poster of={wasNear ? video : null} sizes="100vw" priority={position === 1} className="size-full" />
      <div className="absolute inset-0 bg-linear-to-t from-bg via-bg/55 via-45% to-transparent sm:bg-linear-to-r sm:from-bg/95 sm:via-bg/55 sm:via-45%" />
      <div className="absolute inset-x-0 bottom-0 grid max-w-2xl gap-3 px-5 pb-18 sm:px-14 sm:pb-14 lg:px-18">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-meta text-text/90">
          <Badge tone={video.isPremium ? 'gold' : 'dark'}>{video.isPremium ? 'PREMIUM' : 'FREE'}</Badge>
          {video.duration === null ? null : (
            <span className="flex items-center gap-1.5">
              <Clock aria-hidden="true" className="size-3.5" />
              <time dateTime={isoDuration(video.duration)}>{formatMinutes(video.duration)}</time>
            </span>
          )}
          <span className="flex items-center gap-1.5">
            <Eye aria-hidden="true" className="size-3.5" />
            {viewsLabel(video.views)}
          </span>
        </div>
        <h2 className="line-clamp-2 font-bold text-display sm:text-hero">{video.title}</h2>
        <p className="line-clamp-2 max-w-lg text-text/80 sm:text-lead">
          {video.description || 'Watch this amazing video now!'}
        </p>
        <div className="mt-2 flex flex-wrap gap-3 max-sm:gap-2 max-sm:*:px-4">
          <ButtonLink
            to={paths.video(video.id)}
            variant="primary"
            size="lg"
            aria-label={`Watch Now: ${video.title}`}
          >
            {locked ? (
              <Lock aria-hidden="true" className="size-4.5" />
            ) : (
              <Play aria-hidden="true" className="size-4.5 fill-current" />
            )}
            Watch Now
          </ButtonLink>
          <Suspense>
            <SaveButton video={video} look="hero" />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
