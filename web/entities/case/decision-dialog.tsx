import type { ReactNode } from 'react'
import { decisionLength, safetyMessages } from '#contract/values/moderation/safety'
import type { Form } from '../../lib/form/use-form'
import { Field } from '../../ui/form/field'
import { FormDialog, type FormDialogProps } from '../../ui/form/form-dialog'
import { Textarea } from '../../ui/form/textarea'

export interface DecisionDialogProps extends Omit<FormDialogProps, 'form' | 'children'> {
  form: Form<{ note: string }>
  /** Says who reads the note. */
  noteHelp: string
  /** Fields before the note. */
  children?: ReactNode
}

/** Decides a case with a note that others read. */
export function DecisionDialog({ form, noteHelp, children, ...rest }: DecisionDialogProps) {
  return (
    <FormDialog form={form} {...rest}>
      {children}
      <Field label="Reason, in your own words" help={noteHelp} error={form.errors.note}>
        <Textarea maxLength={decisionLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}

/** Returns a sentence that asks for more, or false. */
export function checkNote(note: string): string | false {
  return note.trim().length < decisionLength.min && safetyMessages.decisionMissing
}
