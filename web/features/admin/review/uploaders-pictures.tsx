import { type ReactNode, useId } from 'react'
import type { Video } from '#contract/schemas/videos/video'

export interface UploadersPicturesProps {
  video: Video
  /** Blurred and not playable until the reviewer reveals them. */
  shown: boolean
}

/**
 * Shows the pictures made by the uploader's browser that the public sees before playback: the cards' preview,
 * the trailer, a blurred poster and the seek bar's frames.
 */
export function UploadersPictures({ video, shown }: UploadersPicturesProps) {
  const id = useId()
  const { thumbnailUrl, blurredUrl, previewUrl, trailerUrl, storyboard } = video
  if (!blurredUrl && !previewUrl && !trailerUrl && !storyboard) return null
  return (
    <section aria-labelledby={id} inert={!shown} className="grid grid-cols-1 gap-3">
      <h3 id={id} className="font-medium">
        Images from the uploader
      </h3>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {thumbnailUrl ? <Still src={thumbnailUrl} label="Thumbnail" /> : null}
        {blurredUrl ? <Still src={blurredUrl} label="Blurred thumbnail" /> : null}
        {previewUrl ? <Clip src={previewUrl} label="Card preview" /> : null}
        {trailerUrl ? <Clip src={trailerUrl} label="Trailer, which everyone sees" /> : null}
      </div>
      {storyboard ? <Still src={storyboard.url} label="Seek bar previews" /> : null}
    </section>
  )
}

function Still({ src, label }: { src: string; label: string }) {
  return (
    <Captioned label={label}>
      <img src={src} alt={label} loading="lazy" data-picture className="mx-auto" />
    </Captioned>
  )
}

function Clip({ src, label }: { src: string; label: string }) {
  return (
    <Captioned label={label}>
      <video
        src={src}
        aria-label={label}
        controls
        loop
        muted
        playsInline
        preload="metadata"
        className="aspect-video w-full"
      />
    </Captioned>
  )
}

function Captioned({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="grid gap-1">
      {/* Clipped, since the blur would extend past the edge. */}
      <div className="overflow-hidden rounded-nav bg-black">{children}</div>
      <figcaption aria-hidden="true" className="text-faint text-meta">
        {label}
      </figcaption>
    </figure>
  )
}
