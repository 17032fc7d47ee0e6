import clsx from 'clsx'
import { useId } from 'react'
import { FieldError } from './field'

interface Choice<Value extends string> {
  value: Value
  label: string
  /** One line below the label. */
  help?: string
}

export interface RadioListProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  error: string | undefined
  /** The first option gets the dialog's initial focus; arrow keys choose from there. */
  autoFocus?: boolean
  onChange: (value: Value) => void
}

/** Offers a choice among a few options, each explained by a sentence. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, choices, value, error, autoFocus = false, onChange } = props
  const id = useId()
  return (
    // Among the form's elements, so that a missing choice gets the focus.
    <fieldset
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-2"
    >
      <legend id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </legend>
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className={clsx(
            'flex min-h-11 cursor-pointer items-start gap-3 rounded-card border px-4 py-2 outline-offset-2 outline-accent',
            'transition-colors hover:bg-surface-2 has-checked:border-text has-focus-visible:outline-2',
            error ? 'border-danger' : 'border-line',
          )}
        >
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 shrink-0 accent-text outline-none"
            checked={value === choice.value}
            data-autofocus={autoFocus && index === 0 ? '' : undefined}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span className={clsx('block', choice.help && 'font-medium')}>{choice.label}</span>
            {choice.help ? <span className="block text-dim text-meta">{choice.help}</span> : null}
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
