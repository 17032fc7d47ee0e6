import { newsBodyLength, newsSubjectLength } from '../../../../contract/values/site/newsletter'
import { useForm } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { Input } from '../../../ui/form/input'
import { Textarea } from '../../../ui/form/textarea'
import { useSendNews } from './mutations'

/** Writes an email to all subscribers at once. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useSendNews()
  const form = useForm(
    { subject: '', body: '' },
    ({ subject, body }) => ({
      subject:
        subject.trim().length < newsSubjectLength.min &&
        `The subject needs ${newsSubjectLength.min} characters at least.`,
      body:
        body.trim().length < newsBodyLength.min &&
        `The text needs ${newsBodyLength.min} characters at least.`,
    }),
    ({ subject, body }) =>
      mutate(
        { subject: subject.trim(), body: body.trim() },
        { onSuccess: onClose, onError: (refusal) => form.refuse(refusal) },
      ),
  )
  return (
    <FormDialog
      title="Write news"
      description="Goes to everybody who subscribed and confirmed it. Mails that are out can’t be taken back."
      form={form}
      submit={{ label: 'Send', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-2xl"
      onClose={onClose}
    >
      <Field
        label="Subject"
        help="Stands on lock screens and in lists of mail: keep it neutral."
        error={form.errors.subject}
      >
        <Input maxLength={newsSubjectLength.max} {...form.field('subject')} />
      </Field>
      <Field
        label="Text"
        help="Plain text. A greeting, the site’s name and a link to unsubscribe are added."
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
