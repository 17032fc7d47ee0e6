import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import type { DeliveryState } from '../delivery/job-delivery'
import { keepOpen, progressText, whatItTakes, whyStopped, workOf } from './describe'
import { usePurposeWords } from './purpose'

/** Shows the progress of the renditions of a video that isn't published yet. */
export function LadderProgress({ state }: { state: DeliveryState }) {
  const { now } = usePurposeWords()
  const work = workOf(state)
  if (!work || state.elsewhere || state.error !== null) return null
  return (
    <div className="grid gap-2">
      <ProgressBar label="Adding qualities" value={work.share} />
      <p className="flex flex-wrap justify-between gap-x-4 text-faint text-meta tabular-nums">
        <span>Adding qualities: {work.text}</span>
        <span>{progressText(work)}</span>
      </p>
      <p className="text-faint text-meta">
        {now} They'll be added automatically. {keepOpen}
      </p>
    </div>
  )
}

export interface LadderNotesProps {
  state: DeliveryState
  /** Receives whether to create the renditions although they take long. */
  onDecide: (wanted: boolean) => void
  onRetry: () => void
}

/** Asks whether to create slow renditions, and shows which are missing and why encoding stopped. */
export function LadderNotes({ state, onDecide, onRetry }: LadderNotesProps) {
  const { ladder, minutes, missing, elsewhere } = state
  const error = whyStopped(state)
  if (elsewhere) return null
  return (
    <>
      {ladder === 'offered' && minutes !== null ? (
        <Alert title="Add lower qualities?">
          <p>{whatItTakes(minutes)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => onDecide(true)}>Create</Button>
            <Button variant="ghost" onClick={() => onDecide(false)}>
              Skip
            </Button>
          </div>
        </Alert>
      ) : null}
      {missing ? <Alert>{missing}</Alert> : null}
      {error === null ? null : (
        <Alert tone="danger" title="Couldn't finish the lower qualities">
          <p>{error}</p>
          <Button className="mt-2" onClick={onRetry}>
            Try again
          </Button>
        </Alert>
      )}
    </>
  )
}
