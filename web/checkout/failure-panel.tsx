import { useEffect, useRef } from 'react'
import { paths } from '../lib/navigation/paths'
import { Button } from '../ui/button'
import { Alert } from '../ui/feedback/alert'
import { PlainLink } from './plain-link'
import { type Failure, type PaymentProps, signInFrom } from './steps'

interface FailurePanelProps extends Pick<PaymentProps, 'from' | 'onLeave'> {
  failure: Failure
}

/** Shows what went wrong, and every way to go on. */
export function FailurePanel({ failure, from, onLeave }: FailurePanelProps) {
  const { title, text, again, signedOut, approved } = failure
  const panel = useRef<HTMLElement>(null)
  // The button that was pressed is gone.
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} tabIndex={-1} aria-label={title} className="grid gap-4">
      <Alert tone="danger" title={title}>
        {text}
      </Alert>
      <div className="flex flex-wrap gap-3">
        {again ? (
          <Button variant="gold" onClick={again.run}>
            {again.label}
          </Button>
        ) : null}
        {signedOut ? <PlainLink href={signInFrom(from)}>Sign In</PlainLink> : null}
        {approved ? (
          <PlainLink href={paths.subscription}>View my payments</PlainLink>
        ) : (
          <Button onClick={onLeave}>Try Another Payment Method</Button>
        )}
      </div>
    </section>
  )
}
