import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useNewTerm } from '../term/use-new-term'

/** Milliseconds between polls for the decision. */
const pollMs = 15_000

export interface PendingPanelProps {
  title: string
  text: string
  /** End of the term when the payment was made. A later end means that the payment was accepted. */
  until: string | null
  onBought: () => void
  onClose: () => void
}

/**
 * Shows a payment that still awaits a check by a person or a provider. It didn't fail, and must not be paid
 * again.
 */
export function PendingPanel({ title, text, until, onBought, onClose }: PendingPanelProps) {
  const newTerm = useNewTerm(until, onBought)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const look = useEffectEvent(newTerm)
  useEffect(() => {
    const timer = setInterval(() => {
      // The next poll makes up for a failed one.
      look().catch(() => undefined)
    }, pollMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <section
      aria-label={title}
      className="grid animate-fade justify-items-center gap-3 rounded-card border border-warning/40 bg-warning/6 px-4 py-5 text-center"
    >
      <Clock aria-hidden="true" className="size-8 text-warning" />
      <h3 ref={heading} tabIndex={-1} className="font-bold text-lead">
        {title}
      </h3>
      <p className="text-dim">{text}</p>
      <p className="text-dim text-meta">No need to pay again. Track it in your account.</p>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <ButtonLink to={paths.subscription}>View my payments</ButtonLink>
        <Button variant="ghost" onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  )
}
