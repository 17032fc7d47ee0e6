import { noteLength } from '#contract/values/payments/payments'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { checkNote } from './check-note'
import type { DecisionProps } from './claim-queue'
import { useRejectClaim } from './mutations'

export function RejectDialog({ claim, onClose }: DecisionProps) {
  const { mutate, isPending } = useRejectClaim(claim.id)
  const { username } = claim.user
  const form = useForm(
    { reason: '' },
    ({ reason }) => ({
      reason: checkNote(reason, 'Please give a reason'),
    }),
    ({ reason }) =>
      mutate(reason.trim(), {
        onSuccess: () => {
          toast({ title: 'Claim rejected', description: `${username} will get an email with the reason.` })
          onClose()
        },
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  return (
    <FormDialog
      title="Reject claim"
      description={`No premium is granted to ${username} for the reference ${claim.reference}.`}
      form={form}
      submit={{ label: 'Reject claim', busy: 'Rejecting...', variant: 'danger' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Reason" help={`${username} sees this on their account page.`} error={form.errors.reason}>
        <Textarea maxLength={noteLength.max} {...form.field('reason')} />
      </Field>
    </FormDialog>
  )
}
