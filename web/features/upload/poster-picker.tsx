import { ImageUp, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDuration } from '../../lib/format'
import { useObjectUrl } from '../../lib/use-object-url'
import { Button } from '../../ui/button'
import { FieldError } from '../../ui/field'
import { Spinner } from '../../ui/spinner'
import type { FrameSource, Poster } from './use-poster'

export interface PosterPickerProps {
  video: FrameSource
  poster: Poster
  /** Shown until there is a new picture. */
  currentUrl?: string | null
  error?: string | undefined
}

/** The picture that stands for the video: a frame found with the slider, or a picture of its own. */
export function PosterPicker({ video, poster, currentUrl, error }: PosterPickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const pictureUrl = useObjectUrl(poster.picture) ?? currentUrl ?? null
  // While the slider moves, the video itself shows the frame; the picture is made when it is let go.
  const [seeking, setSeeking] = useState<number | null>(null)
  const second = seeking ?? poster.second ?? 0

  function commit() {
    if (seeking === null) return
    poster.takeSecond(seeking)
    setSeeking(null)
  }

  return (
    <div className="grid gap-3">
      <p id={id} className="font-medium">
        Thumbnail
      </p>
      <div className="relative aspect-video overflow-hidden rounded-card bg-black">
        {pictureUrl && seeking === null ? (
          <img src={pictureUrl} alt="Thumbnail of the video" className="size-full object-contain" />
        ) : null}
        {seeking === null ? null : <FramePreview file={video.file} second={seeking} />}
        {poster.busy && seeking === null ? (
          <div className="absolute inset-0 grid place-items-center bg-black/40" role="status">
            <Spinner className="size-7" />
            <span className="sr-only">Taking the picture</span>
          </div>
        ) : null}
        <div className="pointer-events-none absolute inset-0 rounded-[inherit] ring-1 ring-white/10 ring-inset" />
      </div>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-labelledby={id}
          aria-valuetext={`${formatDuration(second)} of ${formatDuration(video.duration)}`}
          min={0}
          max={video.duration}
          step={0.1}
          value={second}
          onChange={({ target }) => setSeeking(target.valueAsNumber)}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
          className="h-10 min-w-0 flex-1 cursor-pointer accent-accent"
        />
        <span className="text-faint text-meta tabular-nums">
          {formatDuration(second)} / {formatDuration(video.duration)}
        </span>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4" />
          Choose Picture
        </Button>
        {poster.isChosen ? (
          <Button variant="ghost" onClick={poster.reset}>
            <RotateCcw aria-hidden="true" className="size-4" />
            Reset Thumbnail
          </Button>
        ) : null}
      </div>
      <FieldError id={`${id}-error`}>{error ?? poster.error ?? undefined}</FieldError>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Thumbnail picture"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void poster.takePicture(file)
        }}
      />
    </div>
  )
}

function FramePreview({ file, second }: { file: Blob | string; second: number }) {
  const video = useRef<HTMLVideoElement>(null)
  const url = useObjectUrl(file)
  useEffect(() => {
    if (video.current && url) video.current.currentTime = second
  }, [second, url])
  return url ? (
    <video
      ref={video}
      src={url}
      muted
      playsInline
      preload="auto"
      tabIndex={-1}
      aria-label="Frame under the slider"
      className="size-full object-contain"
    >
      <track kind="captions" />
    </video>
  ) : null
}
