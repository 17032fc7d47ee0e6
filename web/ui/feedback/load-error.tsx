import { errorDetail } from '../../lib/api-error'
import { Button } from '../button'
import { EmptyState } from './empty-state'

/** Shown in place of something that couldn't be loaded. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div role="alert">
      <EmptyState
        title="This could not be loaded"
        text={errorDetail(error)}
        action={<Button onClick={() => onRetry()}>Try again</Button>}
      />
    </div>
  )
}
