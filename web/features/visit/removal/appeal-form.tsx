import { useId } from 'react'
import { safetyMessages, statementLength } from '#contract/values/moderation/safety'
import { useForm } from '#web/lib/form/use-form'
import { formatDate } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useAppeal } from './mutations'

export interface AppealFormProps {
  removalId: number
  until: string
  /** Called before the sent appeal replaces the form. */
  onSent: () => void
}

export function AppealForm({ removalId, until, onSent }: AppealFormProps) {
  const errorId = useId()
  const { mutate, isPending } = useAppeal(removalId, onSent)
  const form = useForm(
    { text: '' },
    ({ text }) => ({ text: text.trim().length < statementLength.min && safetyMessages.appealShort }),
    ({ text }) => mutate(text.trim(), { onError: (refusal) => form.refuse(refusal) }),
  )
  return (
    <div className="grid gap-4">
      <div>
        <h2 className="font-bold text-section">Appeal</h2>
        <p className="text-dim">
          If you think we got this wrong, tell us why. You can appeal once, until{' '}
          <time dateTime={until}>{formatDate(until)}</time>.
        </p>
      </div>
      <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid grid-cols-1 gap-4">
        <Field
          label="Why should we restore the video?"
          aside={`${form.values.text.length} / ${statementLength.max}`}
          error={form.errors.text}
        >
          <Textarea rows={6} maxLength={statementLength.max} {...form.field('text')} />
        </Field>
        <div role="alert">
          <FieldError id={errorId}>{form.failure ?? undefined}</FieldError>
        </div>
        <Button type="submit" variant="primary" busy={isPending} className="justify-self-start">
          {isPending ? 'Sending...' : 'Send appeal'}
        </Button>
      </form>
    </div>
  )
}
