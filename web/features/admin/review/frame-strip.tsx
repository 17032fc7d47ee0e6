import { Dices } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { useObjectUrl } from '#web/lib/dom/use-object-url'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { PlayableFile } from './playable-files'
import { randomSeconds } from './random-seconds'
import { type Frame, useFrames } from './use-frames'

const framesAtOnce = 6

export interface FrameStripProps {
  duration: number
  /** The files, one above the other: the source and the one compared with it. */
  files: readonly PlayableFile[]
}

/**
 * Shows frames at the same random seconds of each file. Taken here from the files that viewers get, since the
 * uploader chose poster and storyboard.
 */
export function FrameStrip({ duration, files }: FrameStripProps) {
  const id = useId()
  const [seconds, setSeconds] = useState(() => randomSeconds(duration, framesAtOnce))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="font-medium">
          Random frames
        </h3>
        <Button variant="ghost" onClick={() => setSeconds(randomSeconds(duration, framesAtOnce))}>
          <Dices aria-hidden="true" className="size-4" />
          Shuffle
        </Button>
      </div>
      {/* The strip scrolls on its own, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs focus for the arrow keys */}
      <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-[46rem] table-fixed border-separate border-spacing-x-2 border-spacing-y-1">
          <thead>
            <tr>
              <th scope="col" className="w-20 text-left font-normal text-faint text-meta">
                File
              </th>
              {seconds.map((second) => (
                <th
                  key={second}
                  scope="col"
                  className="text-left font-normal text-faint text-meta tabular-nums"
                >
                  {formatDuration(second)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FrameRow key={file.source.url} file={file} seconds={seconds} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function FrameRow({ file, seconds }: { file: PlayableFile; seconds: readonly number[] }) {
  const frames = useFrames(file.source.url, seconds)
  return (
    <tr>
      <th scope="row" className="text-left font-medium text-meta">
        {file.label}
      </th>
      {seconds.map((second, at) => (
        <td key={second} className="p-0">
          <FramePicture frame={frames[at]} label={`${file.label} at ${formatDuration(second)}`} />
        </td>
      ))}
    </tr>
  )
}

function FramePicture({ frame, label }: { frame: Frame; label: string }) {
  const url = useObjectUrl(frame ?? null)
  if (frame === undefined) return <Skeleton className="aspect-video rounded-nav" />
  return (
    <div className="grid aspect-video place-items-center overflow-hidden rounded-nav bg-black">
      {url ? (
        <img src={url} alt={label} data-picture className="size-full object-contain" />
      ) : (
        <span className="px-2 text-center text-faint text-micro">Can't be decoded</span>
      )}
    </div>
  )
}
