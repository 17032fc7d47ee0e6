import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, errorDetail } from './api-error'

/** A sentence for each field that is wrong; anything falsy for the others. */
export type Faults<Values> = Partial<Record<keyof Values, string | false | null>>

export interface Form<Values> {
  values: Values
  /** Sentences to show at the fields. Nothing is called wrong before the first submit. */
  errors: Partial<Record<keyof Values, string>>
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** What the server said last, where it said it of no field. */
  failure: string | null
  /**
   * Takes over what the server said; a field's sentence goes when the field is changed. `password` is the field of a
   * password, which the server doesn't name when it is wrong.
   */
  refuse: (error: Error, password?: keyof Values) => void
  /** For <form ref>, so that the first wrong field gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent) => void
}

/** State of a small form: what was typed, what is wrong with it. `onValid` gets the values when nothing is. */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
  onValid: (values: Values) => void,
): Form<Values> {
  const [values, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Partial<Record<keyof Values, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const ref = useRef<HTMLFormElement>(null)

  const errors = submitted ? { ...refused, ...said(check(values)) } : {}

  // After the errors are drawn, or there would be nothing to find.
  useEffect(() => {
    const form = ref.current
    if (failures === 0 || !form) return
    // Without a wrong field the button gets it, to try again. In a dialog it stands outside of the form that it
    // belongs to.
    const controls = [...form.elements]
    const target =
      controls.find((control) => control.matches('[aria-invalid="true"]')) ??
      controls.find((control) => control.matches('[type="submit"]'))
    if (target instanceof HTMLElement) target.focus()
  }, [failures])

  return {
    values,
    errors,
    failure,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setRefused(({ [name]: _, ...others }) => others as typeof refused)
    },
    refuse(error, password) {
      const isWrong = password && error instanceof ApiError && error.problem?.code === 'bad_credentials'
      const sentences = isWrong
        ? { [password]: error.detail }
        : error instanceof ApiError
          ? error.fieldErrors
          : {}
      const known = Object.entries(sentences).filter(([name]) => name in values)
      setRefused(Object.fromEntries(known) as typeof refused)
      setFailure(known.length === 0 ? errorDetail(error) : null)
      setFailures((count) => count + 1)
    },
    ref,
    onSubmit(event) {
      event.preventDefault()
      setSubmitted(true)
      setFailure(null)
      if (Object.keys(said(check(values))).length === 0) onValid(values)
      else setFailures((count) => count + 1)
    },
  }
}

function said<Values>(faults: Faults<Values>): Partial<Record<keyof Values, string>> {
  const found = Object.entries(faults).filter(([, sentence]) => sentence)
  return Object.fromEntries(found) as Partial<Record<keyof Values, string>>
}
