import { useId } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

export interface Moment {
  on: boolean
  /** As typed: `1:23`. */
  text: string
}

export interface MomentFieldsProps {
  value: Moment
  fault: string | undefined
  onChange: (moment: Moment) => void
}

/** Asks whether to start at a second, and at which. */
export function MomentFields({ value, fault, onChange }: MomentFieldsProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-start gap-x-4">
      <Checkbox
        label={value.on ? 'Start at a time' : `Start at ${value.text}`}
        checked={value.on}
        onChange={(event) => onChange({ ...value, on: event.target.checked })}
      />
      {value.on ? (
        <div className="grid gap-1">
          <Input
            aria-label="Time to start at"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? id : undefined}
            className="max-w-28 tabular-nums"
            inputMode="decimal"
            autoComplete="off"
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
          <FieldError id={id}>{fault}</FieldError>
        </div>
      ) : null}
    </div>
  )
}
