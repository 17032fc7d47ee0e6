import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, errorDetail } from '../api-error'

/** A sentence for each invalid field; anything falsy for the others. */
export type Faults<Values> = Partial<Record<keyof Values, string | false | null>>

export type Sentences<Values> = Partial<Record<keyof Values, string>>

/** Fields that an Input, Textarea, Select, Checkbox or Switch can hold. */
type ControlName<Values> = {
  [Name in keyof Values]: Values[Name] extends string | boolean ? Name : never
}[keyof Values]

/** Props for a field's control. */
export type Control<Value> = {
  name: string
  onChange: (event: { target: { value: string; checked?: boolean } }) => void
} & (Value extends boolean ? { checked: boolean } : { value: Value })

export interface Form<Values> {
  values: Values
  /** Sentences to show at the fields. No field is marked before the first submit. */
  errors: Sentences<Values>
  /**
   * Returns the props that tie an Input, Textarea, Select, Checkbox or Switch to the value:
   * `{...form.field('title')}`. `onChanged` handles the consequences of a change.
   */
  field: <Name extends ControlName<Values>>(
    name: Name,
    onChanged?: (value: Values[Name]) => void,
  ) => Control<Values[Name]>
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** The server's last refusal, where it names no field. */
  failure: string | null
  /**
   * Shows the server's refusal; a field's sentence disappears when the field changes. `password` names the
   * password field, which the server doesn't name when it is wrong.
   */
  refuse: (error: Error, password?: keyof Values) => void
  /** Shows sentences at their fields and focuses the first. Returns whether there was one. */
  blame: (sentences: Partial<Record<string, string>>) => boolean
  /** For <form ref>, so that the first invalid field gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent) => void
}

/** Holds a form's state: values, and errors. `onValid` receives the values when there are none. */
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

  // After the errors are rendered, since it looks for them in the document.
  useEffect(() => {
    const form = ref.current
    if (failures === 0 || !form) return
    // A button can't be marked as invalid, but its choice can be missing. Without an invalid field the submit
    // button gets the focus, for another try. In a dialog it is outside its form.
    const controls = [...form.elements]
    const target =
      controls.find((control) => control.matches('[aria-invalid="true"],[data-invalid]')) ??
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
    field(name, onChanged) {
      const value = values[name]
      const isBoolean = typeof value === 'boolean'
      const control = {
        name,
        [isBoolean ? 'checked' : 'value']: value,
        onChange: ({ target }: { target: { value: string; checked?: boolean } }) => {
          const changed = (isBoolean ? target.checked : target.value) as typeof value
          form.set(name, changed)
          onChanged?.(changed)
        },
      }
      return control as unknown as Control<typeof value>
    },
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setRefused(({ [name]: removed, ...others }) => others as typeof refused)
    },
    blame(sentences) {
      const known = Object.entries(sentences).filter(([name]) => name in values)
      setRefused(Object.fromEntries(known) as typeof refused)
      setSubmitted(true)
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

/** Returns only the faults that have a sentence. */
export function said<Values>(faults: Faults<Values>): Sentences<Values> {
  const found = Object.entries(faults).filter(([, sentence]) => sentence)
  return Object.fromEntries(found) as Sentences<Values>
}
