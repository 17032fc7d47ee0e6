import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { type Faults, type Form, said, useForm } from './use-form'

export interface LongForm<Values> extends Form<Values> {
  /** For <form onBlur>: validates a field as soon as it is left. */
  onBlur: (event: FocusEvent) => void
  /**
   * Returns the current values, for a submit that took a while. If they are no longer valid, shows why at the
   * fields, focuses the first and returns null.
   */
  validCurrent: () => Values | null
}

/** Holds a long form: it validates early, and can be changed while it is being submitted. */
export function useLongForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
  onValid: (values: Values, event: FormEvent) => void,
): LongForm<Values> {
  const form = useForm(initial, check, onValid)
  const { values } = form
  const [left, setLeft] = useState<string[]>([])
  const latest = useRef(values)
  latest.current = values

  const early = Object.entries(said(check(values))).filter(([name]) => left.includes(name))
  return {
    ...form,
    errors: { ...Object.fromEntries(early), ...form.errors },
    onBlur({ target }) {
      const name = target.getAttribute('name')
      if (name) setLeft((before) => (before.includes(name) ? before : [...before, name]))
    },
    validCurrent: () => (form.blame(said(check(latest.current))) ? null : latest.current),
  }
}
