import clsx from 'clsx'
import { CircleCheck, CircleExclamationPoint, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../button'
import { IconButton } from '../icon-button'
import { actOnToast, dismissToast, type ShownToast } from './toast'

const duration = 5000
/** Time enough to read it and to reach its button. */
const actionDuration = 10_000
const swipeThreshold = 50

/** Renders one toast, until its time is over or it is dismissed. */
export function ToastCard({ toast }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false)
  const [offset, setOffset] = useState(0)
  const start = useRef<number | null>(null)
  const { isFailure } = toast
  const Icon = isFailure ? CircleExclamationPoint : CircleCheck

  // The timer pauses while the pointer or the focus is on it.
  useEffect(() => {
    if (held) return
    const timer = setTimeout(dismissToast, toast.action ? actionDuration : duration)
    return () => clearTimeout(timer)
  }, [held, toast.action])

  function endSwipe() {
    if (Math.abs(offset) >= swipeThreshold) dismissToast()
    start.current = null
    setOffset(0)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it pauses and takes swipes; the button closes it
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast()}
      onPointerDown={(event: PointerEvent) => {
        start.current = event.clientX
      }}
      onPointerMove={(event) => {
        if (start.current !== null) setOffset(event.clientX - start.current)
      }}
      onPointerUp={endSwipe}
      onPointerCancel={endSwipe}
      style={{ transform: `translateX(${offset}px)` }}
      className={clsx(
        'pointer-events-auto flex w-full animate-rise touch-pan-y items-start gap-3 rounded-card border bg-surface-2 py-2 pr-2 pl-4 shadow-2xl md:w-96',
        isFailure ? 'border-danger/60' : 'border-line',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('mt-2 size-5 shrink-0', isFailure ? 'text-danger' : 'text-success')}
      />
      <div className="grid flex-1 gap-0.5 py-1.5">
        <p className="font-medium">{toast.title}</p>
        {toast.description ? <p className="text-dim text-meta">{toast.description}</p> : null}
        {toast.action ? (
          <Button className="mt-2 justify-self-start bg-surface-3!" onClick={() => actOnToast(toast)}>
            {toast.action.label}
          </Button>
        ) : null}
      </div>
      <IconButton label="Dismiss" onClick={dismissToast}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}
