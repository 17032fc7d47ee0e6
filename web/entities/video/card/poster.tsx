import clsx from 'clsx'
import type { Video } from '#contract/schemas/videos/video'
import { posterSrcset } from '#contract/values/videos/poster-srcset'
import { WordmarkGlyph } from '#web/ui/wordmark.tsx'

export interface PosterProps {
  /** Null, or without a picture, shows a tile with the site's glyph. */
  of: Pick<Video, 'thumbnailUrl' | 'poster'> | null
  /** How wide it is shown, as the attribute says it. */
  sizes?: string | undefined
  /** Blurred beyond recognition, until staff ask to see it. */
  blurred?: boolean
  /** For the largest picture of the first screen: loaded at once and before others. */
  priority?: boolean
  className?: string
}

/** In a grid of cards, which has two columns on a phone. */
const onCard = '(min-width: 640px) 240px, 50vw'

/**
 * Renders a 16:9 picture that fills its box, over its colour until it is there. It has no alternative text,
 * since the words beside it describe it.
 */
export function Poster({ of, sizes = onCard, blurred, priority, className }: PosterProps) {
  const { thumbnailUrl: src, poster } = of ?? {}
  return (
    <div
      // Not as an attribute: in the worker's HTML, the content policy would refuse it.
      ref={(box) => {
        if (box) box.style.backgroundColor = poster?.color ?? ''
      }}
      className={clsx('relative aspect-video overflow-hidden bg-surface-2', className)}
    >
      {src ? (
        <img
          // First: Safari fetches as soon as there is an address. Not `auto`: before the page is laid out, Chromium takes
          // the widest for it when it has any of them.
          sizes={poster && sizes}
          srcSet={poster && posterSrcset(src, poster.widths)}
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
