import type { GiftCodeBatch } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages } from '#contract/values/payments/gift-codes'
import { giftReason } from '#contract/values/payments/gifts'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useRevokeGiftCodes } from './code-queries'

export function RevokeDialog({ batch, onClose }: { batch: GiftCodeBatch; onClose: () => void }) {
  const { mutate, isPending } = useRevokeGiftCodes(batch.id)
  const left = batch.codes - batch.redeemed
  const form = useForm(
    { reason: '' },
    ({ reason }) => ({ reason: reason.trim().length < giftReason.min && giftCodeMessages.reason }),
    ({ reason }) =>
      mutate(reason.trim(), {
        onSuccess: () => {
          toast({ title: 'Codes revoked', description: `What is left of ${batch.name} can't be redeemed.` })
          onClose()
        },
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  return (
    <FormDialog
      title={`Revoke ${batch.name}?`}
      description={`${left === 1 ? "The code that is left can't" : `The ${left} codes that are left can't`} be redeemed any more. Terms from codes that were redeemed stay.`}
      form={form}
      submit={{ label: 'Revoke codes', busy: 'Revoking...', variant: 'danger' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Reason" help="Only staff read it." error={form.errors.reason}>
        <Textarea data-autofocus maxLength={giftReason.max} {...form.field('reason')} />
      </Field>
    </FormDialog>
  )
}
