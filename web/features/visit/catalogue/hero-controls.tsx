import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import type { Carousel } from './use-carousel'

export function HeroControls({ videos, carousel }: { videos: readonly Video[]; carousel: Carousel }) {
  return (
    <>
      <div className="absolute right-3 bottom-3 left-3 flex items-center gap-1 sm:left-auto sm:right-6 sm:bottom-6">
        <RoundButton
          label={carousel.playing ? 'Pause slideshow' : 'Play slideshow'}
          onClick={carousel.togglePlaying}
        >
          {carousel.playing ? (
            <Pause className="size-4 fill-current" />
          ) : (
            <Play className="size-4 fill-current" />
          )}
        </RoundButton>
        <div className="flex">
          {videos.map((video, index) => (
            <button
              key={video.id}
              type="button"
              aria-label={`Slide ${index + 1}: ${video.title}`}
              aria-current={index === carousel.index || undefined}
              onClick={() => carousel.go(index)}
              className="group/dot grid h-10 place-items-center px-2 pointer-coarse:h-11"
            >
              <span
                className={clsx(
                  'h-2 rounded-full transition-[width,background-color] duration-200',
                  index === carousel.index ? 'w-7 bg-accent' : 'w-2 bg-white/45 group-hover/dot:bg-white/80',
                )}
              />
            </button>
          ))}
        </div>
      </div>
      <RoundButton
        label="Previous slide"
        onClick={carousel.previous}
        className="-translate-y-1/2 absolute top-1/2 left-3 max-sm:hidden"
      >
        <ChevronLeft className="size-5" />
      </RoundButton>
      <RoundButton
        label="Next slide"
        onClick={carousel.next}
        className="-translate-y-1/2 absolute top-1/2 right-3 max-sm:hidden"
      >
        <ChevronRight className="size-5" />
      </RoundButton>
    </>
  )
}

interface RoundButtonProps {
  label: string
  onClick: () => void
  className?: string
  children: ReactNode
}

function RoundButton({ label, onClick, className, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(
        'grid size-10 place-items-center rounded-full bg-black/45 text-white transition-colors hover:bg-black/75 pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </button>
  )
}
