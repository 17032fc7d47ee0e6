import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DeliveryState, JobDelivery } from '../delivery/job-delivery'
import { publishedDeliveries } from '../delivery/published'
import { keepOpen, progressText, type Work, whatItTakes, whyStopped, workOf } from './describe'

function usePublished() {
  return useSyncExternalStore(publishedDeliveries.subscribe, publishedDeliveries.get)
}

/** Shows the files that are still being added to a published video; renders nothing when it is complete. */
export function PublishedWork({ videoId, title }: { videoId: number; title: string }) {
  const found = usePublished().find((each) => each.videoId === videoId)
  return found ? <Adding delivery={found.delivery} title={title} /> : null
}

function Adding({ delivery, title }: { delivery: JobDelivery; title: string }) {
  const state = useSyncExternalStore(delivery.subscribe, delivery.getState)
  const { elsewhere, error, ladder } = state
  const work = elsewhere || error !== null ? null : workOf(state)
  const isAsked = ladder === 'offered' && !work && !elsewhere
  // Above the link that covers the card.
  return (
    <div className="relative z-1 mt-2 grid gap-2">
      {isAsked ? null : (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 text-faint text-meta tabular-nums">
            {elsewhere
              ? 'Qualities are being added in another tab'
              : workText(work, whyStopped(state) !== null)}
          </p>
          <IconButton label={`Cancel adding qualities to ${title}`} onClick={() => void delivery.cancel()}>
            <X className="size-4" />
          </IconButton>
        </div>
      )}
      {work ? <ProgressBar label={`Adding qualities to ${title}`} value={work.share} /> : null}
      {work ? <p className="text-faint text-meta">{keepOpen}</p> : null}
      {elsewhere ? null : <Notes delivery={delivery} state={state} />}
    </div>
  )
}

/** Shows the texts of LadderNotes without its frames, since a card is narrow. */
function Notes({ delivery, state }: { delivery: JobDelivery; state: DeliveryState }) {
  const { ladder, minutes, missing } = state
  const error = whyStopped(state)
  return (
    <div className="grid justify-items-start gap-2 text-dim text-meta">
      {ladder === 'offered' && minutes !== null ? (
        <>
          <p>{whatItTakes(minutes)}</p>
          <Button onClick={() => delivery.decide(true)}>Create</Button>
          <Button variant="ghost" onClick={() => delivery.decide(false)}>
            Skip
          </Button>
        </>
      ) : null}
      {missing ? <p>{missing}</p> : null}
      {error === null ? null : (
        <>
          <p role="alert" className="text-danger">
            {error}
          </p>
          <Button onClick={() => delivery.resume()}>Try again</Button>
        </>
      )}
    </div>
  )
}

function workText(work: Work | null, hasStopped: boolean): string {
  if (!work && hasStopped) return 'Adding qualities was interrupted'
  if (!work) return 'Adding qualities'
  return [`Adding qualities: ${work.text}`, progressText(work)].filter(Boolean).join(', ')
}

/** Announces once that the work begins and once that it is done; the bars show the progress. */
export function PublishedWorkAnnouncer({ onDone }: { onDone: () => void }) {
  const { length } = usePublished()
  const before = useRef(0)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (length < before.current) done.current()
    before.current = length
  }, [length])
  const text = length > 0 ? 'Qualities are being added.' : 'No more qualities are being added.'
  return (
    <p role="status" className="sr-only">
      {length > 0 || before.current > 0 ? text : null}
    </p>
  )
}
