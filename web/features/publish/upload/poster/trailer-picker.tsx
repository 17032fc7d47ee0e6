import { useId, useState } from 'react'
import { trailerSeconds } from '#contract/values/videos/media'
import { useObjectUrl } from '#web/lib/dom/use-object-url'
import { FramePreview, FrameSlider } from '#web/studio/ui/frame-slider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { FrameSource } from '../job/job-state'
import type { Trailer } from './use-trailer'

export interface TrailerPickerProps {
  video: FrameSource
  trailer: Trailer
  wanted: boolean
  onWanted: (wanted: boolean) => void
  onStart: (second: number) => void
  /** Of the published video; shown until there is a new one. */
  currentUrl?: string | null
  /** The published video's trailer goes when the form is saved. */
  removed?: boolean
  onRemoved?: (removed: boolean) => void
}

/** Selects the part of a premium video that everyone may see. */
export function TrailerPicker(props: TrailerPickerProps) {
  const { video, trailer, wanted, onWanted, onStart, currentUrl, removed, onRemoved } = props
  const id = useId()
  const clipUrl = useObjectUrl(trailer.clip) ?? (wanted || removed ? null : (currentUrl ?? null))
  // The second while the slider moves; the clip is made on release.
  const [seeking, setSeeking] = useState<number | null>(null)

  function commit() {
    if (seeking === null) return
    onStart(seeking)
    setSeeking(null)
  }

  return (
    <div className="grid gap-3">
      <div className="grid gap-0.5">
        <p id={id} className="font-medium">
          Trailer
        </p>
        <p className="text-faint text-meta">
          {trailerSeconds} seconds without sound. Everyone can see it on the card and in place of the player.
        </p>
      </div>
      <Checkbox
        label={currentUrl ? 'Make a new trailer' : 'Add a trailer'}
        checked={wanted}
        onChange={({ target }) => onWanted(target.checked)}
      />
      {currentUrl && !wanted && onRemoved ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="ghost" className="-ml-3" onClick={() => onRemoved(!removed)}>
            {removed ? 'Keep trailer' : 'Remove trailer'}
          </Button>
          <p aria-live="polite" className="text-dim text-meta">
            {removed ? 'It will be removed when you save.' : null}
          </p>
        </div>
      ) : null}
      {wanted || clipUrl ? (
        <div className="relative aspect-video overflow-hidden rounded-card bg-black">
          {clipUrl && seeking === null ? (
            <video
              src={clipUrl}
              aria-label="Trailer of the video"
              controls
              muted
              loop
              playsInline
              className="size-full object-contain"
            />
          ) : null}
          {seeking === null ? null : <FramePreview video={video.file} second={seeking} />}
          {trailer.busy && seeking === null ? (
            <div className="absolute inset-0 grid place-items-center bg-black/40" role="status">
              <Spinner className="size-7" />
              <span className="sr-only">Making the trailer</span>
            </div>
          ) : null}
          {trailer.failed && seeking === null ? (
            <p className="absolute inset-0 grid place-content-center px-4 text-center text-dim">
              This browser can't make a trailer. You can publish the video without one.
            </p>
          ) : null}
        </div>
      ) : null}
      {wanted ? (
        <FrameSlider
          video={video.file}
          duration={video.duration}
          second={seeking ?? trailer.start}
          labelledBy={id}
          onMove={setSeeking}
          onCommit={commit}
        />
      ) : null}
    </div>
  )
}
