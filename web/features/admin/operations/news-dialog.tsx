import { newsBodyLength, newsSubjectLength } from '#contract/values/site/newsletter'
import { useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useSendNews } from './mutations'

/** Writes an email to all subscribers at once. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useSendNews()
  const form = useForm(
    { subject: '', body: '' },
    ({ subject, body }) => ({
      subject:
        subject.trim().length < newsSubjectLength.min &&
        `Enter a subject of at least ${newsSubjectLength.min} characters.`,
      body:
        body.trim().length < newsBodyLength.min &&
        `Enter a text of at least ${newsBodyLength.min} characters.`,
    }),
    ({ subject, body }) =>
      mutate(
        { subject: subject.trim(), body: body.trim() },
        { onSuccess: onClose, onError: (refusal) => form.refuse(refusal) },
      ),
  )
  return (
    <FormDialog
      title="New newsletter"
      description="Goes to all confirmed subscribers. Emails already sent can't be recalled."
      form={form}
      submit={{ label: 'Send', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-2xl"
      onClose={onClose}
    >
      <Field
        label="Subject"
        help="Shown on lock screens and in inboxes, so keep it neutral."
        error={form.errors.subject}
      >
        <Input maxLength={newsSubjectLength.max} {...form.field('subject')} />
      </Field>
      <Field
        label="Text"
        help="Plain text. We add a greeting, the site's name and an unsubscribe link."
        error={form.errors.body}
      >
        <Textarea
          maxLength={newsBodyLength.max}
          className="max-h-[50dvh] min-h-52 overflow-y-auto"
          {...form.field('body')}
        />
      </Field>
    </FormDialog>
  )
}
