import { X } from 'lucide-react'
import type { RefObject } from 'react'
import type { WatchedVideo } from '#contract/schemas/videos/library'
import { VideoLine } from '#web/entities/video/card/video-line.tsx'
import { neighbourOf } from '#web/lib/dom/neighbour-of'
import { IconButton } from '#web/ui/icon-button.tsx'
import { groupByDay } from './group-by-day'

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

export interface WatchedDaysProps {
  entries: readonly WatchedVideo[]
  /** Takes the focus when the last entry is removed. */
  region: RefObject<HTMLElement | null>
  onRemove: (videoId: number) => void
}

export function WatchedDays({ entries, region, onRemove }: WatchedDaysProps) {
  return groupByDay(entries, new Date()).map(({ label, entries: ofDay }) => (
    <div key={label} className="grid gap-3">
      <h2 className="font-bold text-lead">{label}</h2>
      <ul aria-label={`Watched: ${label}`} className="grid gap-4">
        {ofDay.map(({ video, position, watchedAt }) => (
          <li key={video.id}>
            <VideoLine
              video={video}
              position={position}
              note={<time dateTime={watchedAt}>{timeOfDay.format(new Date(watchedAt))}</time>}
              actions={
                <IconButton
                  label={`Remove from history: ${video.title}`}
                  onClick={({ currentTarget }) => {
                    neighbourOf(currentTarget, region)?.focus()
                    onRemove(video.id)
                  }}
                >
                  <X className="size-5" />
                </IconButton>
              }
            />
          </li>
        ))}
      </ul>
    </div>
  ))
}
