import { useEffect, useEffectEvent } from 'react'
import { errorDetail, isPassing } from '../../lib/api-error'
import { whenLineIsBack } from '../../lib/line'
import { Button } from '../button'
import { EmptyState } from './empty-state'

/** Shown in place of something that couldn't be loaded. Tries again once the connection is back. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const retry = useEffectEvent(onRetry)
  const passing = isPassing(error)

  useEffect(() => (passing ? whenLineIsBack(() => retry()) : undefined), [passing])

  return (
    <div role="alert">
      <EmptyState
        title="Couldn't load this"
        text={errorDetail(error)}
        action={<Button onClick={() => onRetry()}>Try again</Button>}
      />
    </div>
  )
}
