import { noteLength } from '../../../contract/values/payments'
import { useForm } from '../../lib/use-form'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field, FieldError } from '../../ui/field'
import { Textarea } from '../../ui/textarea'
import { toast } from '../../ui/toast'
import { checkNote } from './check-note'
import type { DecisionProps } from './claim-queue'
import { useRejectClaim } from './mutations'

const formId = 'reject-claim'

export function RejectDialog({ claim, onClose }: DecisionProps) {
  const { mutate, isPending } = useRejectClaim(claim.id)
  const { username } = claim.user
  const form = useForm(
    { reason: '' },
    ({ reason }) => ({
      reason: checkNote(reason, 'Please say why'),
    }),
    ({ reason }) =>
      mutate(reason.trim(), {
        onSuccess: () => {
          toast({ title: 'Claim rejected', description: `${username} gets a mail with the reason.` })
          onClose()
        },
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title="Reject claim"
      description={`Nothing is granted to ${username} for the reference ${claim.reference}.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={isPending}>
            {isPending ? 'Rejecting...' : 'Reject claim'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-4 pt-2">
        <Field label="Reason" help={`${username} reads this on the account page.`} error={form.errors.reason}>
          <Textarea
            name="reason"
            maxLength={noteLength.max}
            value={form.values.reason}
            onChange={(event) => form.set('reason', event.target.value)}
          />
        </Field>
        <div role="alert">
          <FieldError id="reject-error">{form.failure ?? undefined}</FieldError>
        </div>
      </form>
    </Dialog>
  )
}
