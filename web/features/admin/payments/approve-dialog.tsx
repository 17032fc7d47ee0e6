import { evidenceLength, noteLength } from '#contract/values/payments/payments'
import { periodDays } from '#contract/values/payments/prices'
import { planNames } from '#web/entities/payment/payment-words'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { checkNote } from './check-note'
import type { DecisionProps } from './claim-queue'
import { useApproveClaim } from './mutations'

/** Grants a term on an administrator's word, who has to name the evidence. */
export function ApproveDialog({ claim, onClose }: DecisionProps) {
  const { mutate, isPending } = useApproveClaim(claim.id)
  const { username } = claim.user
  const form = useForm(
    { paymentId: claim.payment?.providerPaymentId ?? '', note: '' },
    ({ paymentId, note }) => ({
      paymentId:
        paymentId.trim().length < evidenceLength.min &&
        "Enter the provider's payment ID or the transaction ID.",
      note: checkNote(note, 'Please say what you checked'),
    }),
    ({ paymentId, note }) =>
      mutate(
        { paymentId: paymentId.trim(), note: note.trim() },
        {
          onSuccess: () => {
            toast({
              title: 'Claim approved',
              description: `${username} now has premium and will get an email.`,
            })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title="Approve claim"
      description={`${username} gets ${planNames[claim.plan]}, ${periodDays[claim.plan]} days. Your name, the payment and your note are recorded.`}
      form={form}
      submit={{ label: `Approve for ${username}`, busy: 'Approving...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field
        label="Payment or transaction ID"
        help="As shown by the provider, the blockchain or the bank statement."
        error={form.errors.paymentId}
      >
        <Input
          maxLength={evidenceLength.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('paymentId')}
        />
      </Field>
      <Field label="Note" help="For the record: what did you check?" error={form.errors.note}>
        <Textarea maxLength={noteLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
