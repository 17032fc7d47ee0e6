import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, errorDetail } from './api-error'

/** A sentence for each field that is wrong; anything falsy for the others. */
export type Faults<Values> = Partial<Record<keyof Values, string | false | null>>

export type Sentences<Values> = Partial<Record<keyof Values, string>>

/** Fields that an Input, Textarea, Select, Checkbox or Switch can hold. */
type ControlName<Values> = {
  [Name in keyof Values]: Values[Name] extends string | boolean ? Name : never
}[keyof Values]

/** Props of the control of a field. */
export type Control<Value> = {
  name: string
  onChange: (event: { target: { value: string; checked?: boolean } }) => void
} & (Value extends boolean ? { checked: boolean } : { value: Value })

export interface Form<Values> {
  values: Values
  /** Sentences to show at the fields. Nothing is called wrong before the first submit. */
  errors: Sentences<Values>
  /** For an Input, Textarea, Select, Checkbox or Switch, which it ties to the value: `{...form.field('title')}`. */
  field: <Name extends ControlName<Values>>(name: Name) => Control<Values[Name]>
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** What the server said last, where it said it of no field. */
  failure: string | null
  /**
   * Takes over what the server said; a field's sentence goes when the field is changed. `password` is the field of a
   * password, which the server doesn't name when it is wrong.
   */
  refuse: (error: Error, password?: keyof Values) => void
  /** Shows sentences at the fields that they name, and focuses the first. Returns whether there was one. */
  blame: (sentences: Record<string, string>) => boolean
  /** For <form ref>, so that the first wrong field gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent) => void
}

/** State of a form: what was typed, what is wrong with it. `onValid` gets the values when nothing is. */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
  onValid: (values: Values, event: FormEvent) => void,
): Form<Values> {
  const [values, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Sentences<Values>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const ref = useRef<HTMLFormElement>(null)

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

  function focusFault() {
    setFailures((count) => count + 1)
  }

  const form: Form<Values> = {
    values,
    errors: submitted ? { ...refused, ...said(check(values)) } : {},
    failure,
    field(name) {
      const value = values[name]
      const isBoolean = typeof value === 'boolean'
      const control = {
        name,
        [isBoolean ? 'checked' : 'value']: value,
        onChange: ({ target }: { target: { value: string; checked?: boolean } }) =>
          form.set(name, (isBoolean ? target.checked : target.value) as typeof value),
      }
      return control as unknown as Control<typeof value>
    },
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setRefused(({ [name]: _, ...others }) => others as typeof refused)
    },
    blame(sentences) {
      const known = Object.entries(sentences).filter(([name]) => name in values)
      setRefused(Object.fromEntries(known) as typeof refused)
      if (known.length > 0) focusFault()
      return known.length > 0
    },
    refuse(error, password) {
      const isWrong = password && error instanceof ApiError && error.problem?.code === 'bad_credentials'
      const sentences = isWrong
        ? { [password]: error.detail }
        : error instanceof ApiError
          ? error.fieldErrors
          : {}
      const isSaid = form.blame(sentences)
      setFailure(isSaid ? null : errorDetail(error))
      if (!isSaid) focusFault()
    },
    ref,
    onSubmit(event) {
      event.preventDefault()
      setSubmitted(true)
      setFailure(null)
      if (Object.keys(said(check(values))).length === 0) onValid(values, event)
      else focusFault()
    },
  }
  return form
}

/** Of the faults those that there are. */
export function said<Values>(faults: Faults<Values>): Sentences<Values> {
  const found = Object.entries(faults).filter(([, sentence]) => sentence)
  return Object.fromEntries(found) as Sentences<Values>
}
