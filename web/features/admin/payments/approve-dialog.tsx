import { evidenceLength, noteLength } from '../../../../contract/values/payments/payments'
import { periodDays } from '../../../../contract/values/payments/prices'
import { planNames } from '../../../entities/payment/payment-words'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { FormDialog } from '../../../ui/form/form-dialog'
import { Input } from '../../../ui/form/input'
import { Textarea } from '../../../ui/form/textarea'
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
        "Please enter the provider's payment id or the transaction.",
      note: checkNote(note, 'Please say what you compared'),
    }),
    ({ paymentId, note }) =>
      mutate(
        { paymentId: paymentId.trim(), note: note.trim() },
        {
          onSuccess: () => {
            toast({ title: 'Claim approved', description: `${username} has premium and gets a mail.` })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title="Approve claim"
      description={`${username} gets ${planNames[claim.plan]}, ${periodDays[claim.plan]} days. Your name, the payment and your note are kept on record.`}
      form={form}
      submit={{ label: `Approve for ${username}`, busy: 'Approving...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field
        label="Payment id or transaction"
        help="As the provider, the chain or the bank statement shows it."
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
      <Field label="Note" help="For the record: what you compared." error={form.errors.note}>
        <Textarea maxLength={noteLength.max} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}
