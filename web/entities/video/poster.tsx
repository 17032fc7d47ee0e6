import clsx from 'clsx'
import { WordmarkGlyph } from '../../ui/wordmark'

export interface PosterProps {
  /** Null shows a tile with the site's glyph. */
  src: string | null
  /** Blurred beyond recognition, until staff ask to see it. */
  blurred?: boolean
  /** For the largest picture of the first screen: loaded at once and before others. */
  priority?: boolean
  className?: string
}

/**
 * Renders a 16:9 picture that fills its box. It has no alternative text, since the words beside it describe
 * it.
 */
export function Poster({ src, blurred, priority, className }: PosterProps) {
  return (
    <div className={clsx('relative aspect-video overflow-hidden bg-surface-2', className)}>
      {src ? (
        <img
          src={src}
          alt=""
          width={1280}
          height={720}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          className={clsx(
            'absolute inset-0 size-full object-cover',
            blurred && 'scale-115 blur-xl brightness-90',
          )}
        />
      ) : (
        <WordmarkGlyph className="absolute inset-0 m-auto size-10 text-surface-3" />
      )}
      <div className="pointer-events-none absolute inset-0 rounded-[inherit] ring-1 ring-white/10 ring-inset" />
    </div>
  )
}
