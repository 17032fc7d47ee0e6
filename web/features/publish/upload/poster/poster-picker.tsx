import { ImageUp, RotateCcw } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useObjectUrl } from '#web/lib/dom/use-object-url'
import { FramePreview, FrameSlider } from '#web/studio/ui/frame-slider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import type { FrameSource } from '../job/job-state'
import type { Poster } from './use-poster'

export interface PosterPickerProps {
  video: FrameSource
  poster: Poster
  /** Shown until there is a new picture. */
  currentUrl?: string | null
  error?: string | undefined
}

/** Selects a video's poster: a frame by the slider, or a picture. */
export function PosterPicker({ video, poster, currentUrl, error }: PosterPickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const pictureUrl = useObjectUrl(poster.picture) ?? currentUrl ?? null
  // The second while the slider moves. The video itself shows the frame; the picture is made on release.
  const [seeking, setSeeking] = useState<number | null>(null)
  const second = seeking ?? poster.second ?? 0
  const [isWide, setIsWide] = useState(true)

  function commit() {
    if (seeking === null) return
    poster.setSecond(seeking)
    setSeeking(null)
  }

  return (
    <div className="grid gap-3">
      <p id={id} className="font-medium">
        Thumbnail
      </p>
      <div className="relative aspect-video overflow-hidden rounded-card bg-black">
        {pictureUrl && seeking === null ? (
          <img
            src={pictureUrl}
            alt="Thumbnail of the video"
            className="size-full object-contain"
            onLoad={({ currentTarget }) =>
              setIsWide(isNearlyWide(currentTarget.naturalWidth, currentTarget.naturalHeight))
            }
          />
        ) : null}
        {seeking === null ? null : <FramePreview video={video.file} second={seeking} />}
        {poster.busy && seeking === null ? (
          <div className="absolute inset-0 grid place-items-center bg-black/40" role="status">
            <Spinner className="size-7" />
            <span className="sr-only">Capturing the frame</span>
          </div>
        ) : null}
        <div className="pointer-events-none absolute inset-0 rounded-[inherit] ring-1 ring-white/10 ring-inset" />
      </div>
      <FrameSlider
        video={video.file}
        duration={video.duration}
        second={second}
        labelledBy={id}
        onMove={setSeeking}
        onCommit={commit}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          data-invalid={error && true}
          aria-describedby={error && `${id}-error`}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden="true" className="size-4" />
          Choose image
        </Button>
        {poster.crop || !isWide ? (
          <Checkbox
            label="Crop to 16:9"
            checked={poster.crop}
            onChange={({ target }) => poster.setCrop(target.checked)}
          />
        ) : null}
        {poster.isChosen ? (
          <Button variant="ghost" onClick={poster.reset}>
            <RotateCcw aria-hidden="true" className="size-4" />
            Reset thumbnail
          </Button>
        ) : null}
      </div>
      <FieldError id={`${id}-error`}>{error ?? poster.error ?? undefined}</FieldError>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Thumbnail image"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void poster.setPicture(file)
        }}
      />
    </div>
  )
}

/** Returns whether a picture is about as wide as a card's 16:9: a pixel more or less needs no cropping. */
function isNearlyWide(width: number, height: number): boolean {
  return Math.abs(width / height - 16 / 9) < 0.02
}
