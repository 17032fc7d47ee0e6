import { useState } from 'react'
import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useRefund } from './mutations'
import { RefundFields } from './refund-fields'
import { checkRefund, type RefundValues, refundAmount } from './refund-rules'

export interface RefundDialogProps {
  payment: AdminPaymentDetail
  /** Returns to the payment, refunded or not. */
  onBack: () => void
}

/**
 * Asks for amount and reason, then confirms the sum and the person. The input stays until the refund
 * succeeds.
 */
export function RefundDialog({ payment, onBack }: RefundDialogProps) {
  const { amountMinor, refundedMinor, currency, user, refundUnclear } = payment
  const left = (amountMinor ?? 0) - refundedMinor
  const person = user?.username ?? 'the payer'
  const { mutate, isPending } = useRefund(payment.id)
  const [confirming, setConfirming] = useState(false)
  const form = useForm<RefundValues>(
    { kind: 'full', amount: '', reason: '', checked: false },
    (values) => checkRefund(values, left, currency, refundUnclear),
    () => setConfirming(true),
  )
  const minor = refundAmount(form.values, left)
  const sum = formatMoney(minor, currency)

  function refund() {
    mutate(
      // Even a full refund sends the confirmed sum: the rest may have changed since.
      {
        amountMinor: minor,
        reason: form.values.reason.trim(),
        ...(refundUnclear && { checkedThere: true }),
      },
      {
        onSuccess: (after) => {
          // A provider may take its time. The books change and the email is sent once it has refunded.
          const made = after.refundedMinor > refundedMinor
          toast({
            title: made ? 'Refund made' : 'Refund requested',
            description: made
              ? `${sum} has been refunded to ${person}, who'll get an email.`
              : `The provider returns ${sum} to ${person}, who'll get an email when it's done.`,
          })
          onBack()
        },
        onError: (refusal) => {
          setConfirming(false)
          form.refuse(refusal)
        },
      },
    )
  }

  if (confirming)
    return (
      <ConfirmDialog
        title={`Refund ${sum} to ${person}?`}
        description={
          minor === left
            ? 'This refunds the full remaining amount. The premium term this payment bought ends right away.'
            : 'This refunds part of the payment. The premium term it bought continues.'
        }
        act={[`Refund ${sum}`, 'Refunding...']}
        cancel="Back"
        destructive
        busy={isPending}
        onConfirm={refund}
        onClose={() => setConfirming(false)}
      >
        <p className="wrap-anywhere text-dim">Reason: {form.values.reason.trim()}</p>
      </ConfirmDialog>
    )

  return (
    <FormDialog
      title={`Refund ${person}`}
      description={`${formatMoney(left, currency)} of ${payment.amountText} left to refund.`}
      form={form}
      submit={{ label: 'Continue', busy: 'Continue', variant: 'primary' }}
      cancel="Back"
      isPending={false}
      onClose={onBack}
    >
      <RefundFields form={form} left={left} payment={payment} />
    </FormDialog>
  )
}
