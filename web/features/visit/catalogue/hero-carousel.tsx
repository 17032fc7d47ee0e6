import { useQuery } from '@tanstack/react-query'
import { type TouchEvent, useRef } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { homeLists } from '#contract/values/videos/video-lists'
import { videosQuery } from '#web/entities/video/video-queries'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { HeroControls } from './hero-controls'
import { HeroSlide } from './hero-slide'
import { useCarousel } from './use-carousel'

const swipeDistance = 48
const frame = 'h-110 rounded-hero sm:h-[clamp(23.75rem,37vw,35rem)]'

export function HeroCarousel() {
  const { data, error, refetch } = useQuery(videosQuery(homeLists.hero))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <Skeleton className={frame} />
  return data.items.length > 0 ? <Slides videos={data.items} /> : null
}

function Slides({ videos }: { videos: readonly Video[] }) {
  const carousel = useCarousel(videos.length)
  const touchStart = useRef(0)
  const several = videos.length > 1

  function endTouch(event: TouchEvent) {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - touchStart.current
    if (several && Math.abs(moved) > swipeDistance) {
      if (moved < 0) carousel.next()
      else carousel.previous()
    }
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Featured videos"
      className={`group/hero relative isolate overflow-hidden bg-surface-1 ${frame}`}
      onTouchStart={(event) => {
        touchStart.current = event.touches[0]?.clientX ?? 0
      }}
      onTouchEnd={endTouch}
      {...carousel.holdProps}
    >
      {/* First in focus order, so that the timer can be stopped before the slides are reached. */}
      {several ? <HeroControls videos={videos} carousel={carousel} /> : null}
      <div aria-live={carousel.playing ? 'off' : 'polite'} className="absolute inset-0 -z-10">
        {videos.map((video, index) => (
          <HeroSlide
            key={video.id}
            video={video}
            position={index + 1}
            count={videos.length}
            current={index === carousel.index}
            // Loads the next picture before its slide is shown.
            near={index === carousel.index || index === (carousel.index + 1) % videos.length}
          />
        ))}
      </div>
      <div className="pointer-events-none absolute inset-0 rounded-[inherit] ring-1 ring-white/8 ring-inset" />
    </section>
  )
}
