import { useState } from 'react'
import { formatSeconds, parseSeconds } from '../../lib/time/time-text'
import { Field } from '../../ui/form/field'
import { Input } from '../../ui/form/input'

export interface TimeFieldProps {
  label: string
  seconds: number
  onCommit: (seconds: number) => void
}

/** A field for a typed time. It is committed with Enter or on blur; until then it is only text. */
export function TimeField({ label, seconds, onCommit }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = typed === null ? seconds : parseSeconds(typed)

  function commit() {
    if (typed === null || parsed === null) return
    setTyped(null)
    onCommit(parsed)
  }

  return (
    <Field label={label} className="w-32" error={parsed === null ? 'Enter a time, e.g. 1:02.5' : undefined}>
      <Input
        value={typed ?? formatSeconds(seconds)}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter must not submit the surrounding form.
          event.preventDefault()
          commit()
        }}
      />
    </Field>
  )
}
