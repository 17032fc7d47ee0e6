import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import { diffLines } from '#web/lib/diff'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextDiff } from '#web/ui/text/diff.tsx'
import { captionsQuery } from './queries'

export interface CaptionsDiffProps {
  videoId: number
  track: ChangedVideo['captions'][number]
  changes: number
}

/** Shows the changes of a track, on demand: files can be long. */
export function CaptionsDiff({ videoId, track, changes }: CaptionsDiffProps) {
  const { language, label } = track
  const [shown, setShown] = useState(false)
  const { data, error, refetch } = useQuery({ ...captionsQuery(videoId, language, changes), enabled: shown })
  return (
    <div className="grid justify-items-start gap-2">
      <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} captions in {label}
      </Button>
      {!shown ? null : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data ? (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
          tabIndex={0}
          className="max-h-80 w-full overflow-y-auto text-meta"
        >
          <TextDiff lines parts={diffLines(data.approved ?? '', data.shown ?? '')} />
        </div>
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading the captions" className="w-full">
          <Skeleton className="h-28" />
        </div>
      )}
    </div>
  )
}
