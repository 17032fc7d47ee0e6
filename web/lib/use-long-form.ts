import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { type Faults, type Form, said, useForm } from './use-form'

export interface LongForm<Values> extends Form<Values> {
  /** For <form onBlur>: what is wrong with a field is said as soon as it is left. */
  onBlur: (event: FocusEvent) => void
  /**
   * Returns what the fields hold at this moment, for a submit that took its time. Null, with the focus on the first
   * wrong field, when something is wrong with it by now.
   */
  current: () => Values | null
}

/** A form that people stay with: it says early what is wrong, and can be changed while it is on its way. */
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
      if (name) setLeft((before) => [...before, name])
    },
    current: () =>
      form.blame(said(check(latest.current)) as Record<string, string>) ? null : latest.current,
  }
}
