import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { LoadError } from '../../ui/feedback/load-error'
import { copiesQuery } from './copies-query'
import { VideoNames } from './video-names'

/** Names, on demand, the videos that were removed in one case with this one. */
export function RemovedWith({ videoId, title }: { videoId: number; title: string }) {
  const [shown, setShown] = useState(false)
  const label = shown ? 'Hide copies' : 'Show copies'
  return (
    <div>
      <Button
        variant="ghost"
        className="mt-1"
        aria-expanded={shown}
        aria-label={`${label} of ${title}`}
        onClick={() => setShown(!shown)}
      >
        {label}
      </Button>
      {shown ? <Names videoId={videoId} /> : null}
    </div>
  )
}

function Names({ videoId }: { videoId: number }) {
  const { data, error, refetch } = useQuery(copiesQuery(videoId))
  if (error) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <p className="text-dim text-meta">Looking for copies...</p>
  const original = data.removed.filter(({ isOriginal }) => isOriginal)
  const copies = data.removed.filter(({ isOriginal }) => !isOriginal)
  if (data.removed.length === 0)
    return <p className="text-dim text-meta">Nothing else was removed with it.</p>
  return (
    <div className="grid gap-2 text-meta">
      {original.length > 0 ? (
        <div>
          <p>It was removed as a copy of:</p>
          <VideoNames videos={original} />
        </div>
      ) : null}
      {copies.length > 0 ? (
        <div>
          <p>{original.length > 0 ? 'With these other copies:' : 'These copies were removed with it:'}</p>
          <VideoNames videos={copies} />
        </div>
      ) : null}
    </div>
  )
}
