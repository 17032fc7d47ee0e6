import { Alert } from '#web/ui/feedback/alert.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { sentenceOf } from './error-sentence'
import { leftOutText } from './left-out'
import type { usePutCaptions } from './mutations'

export interface PutOutcomeProps {
  put: Pick<ReturnType<typeof usePutCaptions>, 'data' | 'error'>
  errorId: string
}

/** Says why a file was refused, or which of its captions were left out. */
export function PutOutcome({ put: { data, error }, errorId }: PutOutcomeProps) {
  const leftOut = data ? leftOutText(data) : null
  return (
    <div role="alert">
      <FieldError id={errorId}>{error ? sentenceOf(error) : undefined}</FieldError>
      {leftOut ? <Alert tone="warning">{leftOut}</Alert> : null}
    </div>
  )
}
