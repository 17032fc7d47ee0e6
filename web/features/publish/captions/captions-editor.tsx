import { Suspense, useId, useState } from 'react'
import type { Caption, Video } from '#contract/schemas/videos/video'
import { maxCaptionTracks } from '#contract/values/videos/media'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { AddTrack } from './add-track'
import { TrackRow } from './track-row'

const RemoveTrackDialog = lazyDialog(() => import('./remove-track-dialog'), 'RemoveTrackDialog')

/** Edits the caption tracks of the viewer's own video. Each change is saved separately, at once. */
export function CaptionsEditor({ video }: { video: Video }) {
  const id = useId()
  const [removed, setRemoved] = useState<Caption | null>(null)
  const { captions } = video
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 rounded-panel border border-line p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h2 id={id} className="font-bold text-lead">
          Captions
        </h2>
        <p className="text-faint text-meta">
          VTT, SRT, SBV or ASS files, one per language. Changes are saved right away.
        </p>
      </div>
      {captions.length > 0 ? (
        <ul aria-labelledby={id} className="divide-y divide-line border-line border-y">
          {captions.map((track) => (
            <TrackRow
              key={track.language}
              videoId={video.id}
              track={track}
              onRemove={() => setRemoved(track)}
            />
          ))}
        </ul>
      ) : null}
      {captions.length < maxCaptionTracks ? (
        <AddTrack videoId={video.id} taken={captions.map(({ language }) => language)} />
      ) : (
        <p className="text-dim text-meta">A video may have captions in {maxCaptionTracks} languages.</p>
      )}
      <Suspense>
        {removed ? (
          <RemoveTrackDialog videoId={video.id} track={removed} onClose={() => setRemoved(null)} />
        ) : null}
      </Suspense>
    </section>
  )
}
