import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { type ClaimEnds, type ClaimWords, useClaim } from './use-claim'

export interface ReferenceFormProps {
  label: string
  help: string
  maxLength: number
  inputMode?: 'numeric'
  button: string
  /** Shown when nothing was typed. */
  missing: { title: string; description: string }
  /** Disables the button until something is typed. */
  needsText?: boolean
  /** The view's main button is another one. */
  secondary?: boolean
  /** Reports anything else that is missing before sending; returns whether everything is there. */
  check?: () => boolean
  words: ClaimWords
  ends: ClaimEnds
  send: (reference: string) => Promise<PaymentAnswer>
}

/** Asks for the reference of a payment made elsewhere. The input stays until it is accepted. */
export function ReferenceForm(props: ReferenceFormProps) {
  const {
    label,
    help,
    maxLength,
    inputMode,
    button,
    missing,
    needsText,
    secondary,
    check,
    words,
    ends,
    send,
  } = props
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const claim = useClaim(words, ends)

  // The pressed button is disabled while it works, which drops the focus.
  const failed = !claim.isPending && (claim.isError || claim.data?.success === false)
  useEffect(() => {
    if (failed) input.current?.focus()
  }, [failed])

  function submit(event: FormEvent) {
    event.preventDefault()
    const reference = text.trim()
    if (reference === '') {
      errorToast(missing.title, missing.description)
      input.current?.focus()
      return
    }
    if (claim.isPending || (check && !check())) return
    claim.mutate(() => send(reference))
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field label={label} help={help}>
        <Input
          ref={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={maxLength}
          inputMode={inputMode}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="tabular-nums"
        />
      </Field>
      <Button
        type="submit"
        variant={secondary ? 'secondary' : 'gold'}
        size="lg"
        busy={claim.isPending}
        disabled={needsText === true && text.trim() === ''}
      >
        {claim.isPending ? 'Verifying...' : button}
      </Button>
    </form>
  )
}
