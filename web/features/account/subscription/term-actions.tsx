import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { useResumeSubscription } from './mutations'

const CancelDialog = lazyDialog(() => import('./cancel-dialog'), 'CancelDialog')

export interface TermActionsProps {
  /** End of the term. */
  until: string
  cancelled: boolean
  /** The plans are shown. */
  buying: boolean
  /** Shows or hides the plans; null where none are sold. */
  onBuy: (() => void) | null
}

export function TermActions({ until, cancelled, buying, onBuy }: TermActionsProps) {
  const { mutate: resume, isPending, isIdle } = useResumeSubscription()
  const [asking, setAsking] = useState(false)
  const meaning = useId()
  const button = useRef<HTMLButtonElement>(null)

  // The button loses the focus while it is disabled.
  useEffect(() => {
    if (!isIdle && !isPending && document.activeElement === document.body) button.current?.focus()
  }, [isIdle, isPending])

  return (
    <div className="flex flex-wrap items-start gap-3">
      {onBuy ? (
        <Button aria-expanded={buying} onClick={onBuy}>
          {buying ? 'Hide plans' : 'Buy another term'}
        </Button>
      ) : null}
      {/* One button for both, so that it keeps the focus when its action changes. */}
      <Button
        ref={button}
        variant={cancelled ? 'secondary' : 'ghost'}
        busy={isPending}
        aria-describedby={meaning}
        onClick={() => (cancelled ? resume() : setAsking(true))}
      >
        {isPending ? 'Undoing...' : cancelled ? 'Undo cancellation' : 'Cancel Subscription'}
      </Button>
      <div className="w-full">
        <p id={meaning} className="max-w-prose text-dim text-meta">
          {cancelled ? 'Turns the reminder emails back on.' : 'Cancelling only stops the reminder emails.'}{' '}
          Nothing is charged either way, and you keep premium until the term ends.
        </p>
      </div>
      <Suspense>{asking ? <CancelDialog until={until} onClose={() => setAsking(false)} /> : null}</Suspense>
    </div>
  )
}
