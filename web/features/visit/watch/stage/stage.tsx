import type { ReactNode } from 'react'
import { Poster, type PosterProps } from '#web/entities/video/card/poster.tsx'
import { playerId } from '#web/lib/navigation/paths'

export interface StageProps {
  poster: PosterProps['of']
  children?: ReactNode
}

/** Shows text on the darkened poster, at the player's size, when there is nothing to play. */
export function Stage({ poster, children }: StageProps) {
  return (
    <StageFrame poster={poster}>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-0.5 bg-black/65 px-4 pt-6 text-center sm:pt-0">
        {children}
      </div>
    </StageFrame>
  )
}

/** Shows the poster at the player's size, with the children over it. */
export function StageFrame({ poster, children }: StageProps) {
  return (
    <div
      id={playerId}
      tabIndex={-1}
      className="relative aspect-video max-h-stage overflow-hidden max-sm:-mx-4 sm:w-full sm:rounded-panel"
    >
      <Poster of={poster} sizes="(min-width: 1024px) 70vw, 100vw" priority className="absolute inset-0" />
      {children}
    </div>
  )
}
