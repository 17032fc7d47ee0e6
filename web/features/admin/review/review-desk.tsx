import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { Button } from '#web/ui/button.tsx'
import { FrameStrip } from './frame-strip'
import type { PlayableFile } from './playable-files'
import { ReviewPlayer } from './review-player'
import { UploadersPictures } from './uploaders-pictures'

export interface ReviewDeskProps {
  video: Video
  files: readonly [PlayableFile, ...PlayableFile[]]
  /** Pictures are blurred until the reviewer reveals them. */
  shown: boolean
  onShow: (shown: boolean) => void
}

/** Renders player, files, frames, and the other pictures that the public sees. */
export function ReviewDesk({ video, files, shown, onShow }: ReviewDeskProps) {
  const [source, ...others] = files
  const [played, setPlayed] = useState(source.source.url)
  const screen = useRef<HTMLDivElement>(null)
  const current = files.find((file) => file.source.url === played) ?? source
  // The source is compared with the file that plays, or with the lowest quality, where a different video
  // would be hidden best.
  const compared = current.isSource ? others.at(-1) : current

  // Moves the focus to the next control to use: the cover, then the player's first button.
  useEffect(() => {
    screen.current?.querySelector<HTMLElement>(shown ? '[data-player] button' : '[data-cover]')?.focus()
  }, [shown])

  return (
    <div
      className={clsx(
        'grid grid-cols-1 gap-5',
        !shown && '[&_[data-picture]]:blur-xl [&_[data-picture]]:brightness-75 [&_video]:blur-2xl',
      )}
    >
      <div ref={screen} className="relative overflow-hidden rounded-panel">
        {/* Inert while it is hidden, so that nothing is used by accident. */}
        <div data-player inert={!shown}>
          <ReviewPlayer video={video} source={current.source} />
        </div>
        {shown ? null : (
          <button
            type="button"
            data-cover
            onClick={() => onShow(true)}
            className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/50 font-medium text-white backdrop-blur-xl focus-visible:-outline-offset-4"
          >
            <Eye aria-hidden="true" className="size-8" />
            Show picture
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {others.length > 0 ? (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">File</legend>
            {files.map(({ label, source: { url } }) => (
              <Button
                key={url}
                aria-current={url === current.source.url}
                className="aria-[current=true]:bg-text aria-[current=true]:text-bg"
                onClick={() => setPlayed(url)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        ) : (
          <p className="text-dim text-meta">{source.label}, the only file</p>
        )}
        {shown ? (
          <Button variant="ghost" onClick={() => onShow(false)}>
            <EyeOff aria-hidden="true" className="size-4" />
            Blur pictures
          </Button>
        ) : null}
      </div>
      {video.duration === null ? null : (
        <FrameStrip duration={video.duration} files={compared ? [source, compared] : [source]} />
      )}
      <UploadersPictures video={video} shown={shown} />
    </div>
  )
}
