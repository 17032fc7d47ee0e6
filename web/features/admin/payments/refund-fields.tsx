import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { providerNames } from '#contract/values/payments/method-names'
import { noteLength } from '#contract/values/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import type { Form } from '#web/lib/form/use-form'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import type { RefundValues } from './refund-rules'

export interface RefundFieldsProps {
  form: Form<RefundValues>
  /** Minor units that can still be refunded. */
  left: number
  payment: AdminPaymentDetail
}

export function RefundFields({ form, left, payment }: RefundFieldsProps) {
  const { currency, provider, refunds, refundUnclear } = payment
  const name = providerNames[provider]
  const kinds = [
    { value: 'full', label: `Full refund, ${formatMoney(left, currency)}` },
    { value: 'part', label: 'Partial refund' },
  ] as const
  return (
    <>
      {refunds === 'whole' ? (
        <p className="text-dim">{name} only refunds the whole payment.</p>
      ) : (
        <RadioList
          label="Refund amount"
          choices={kinds}
          value={form.values.kind}
          error={undefined}
          onChange={(kind) => form.set('kind', kind)}
        />
      )}
      {form.values.kind === 'part' ? (
        <Field label={`Amount in ${currency}`} error={form.errors.amount}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="max-w-40 text-right tabular-nums"
            {...form.field('amount')}
          />
        </Field>
      ) : null}
      <Field label="Reason" help="Internal note, not shown to the member" error={form.errors.reason}>
        <Textarea maxLength={noteLength.max} {...form.field('reason')} />
      </Field>
      {refundUnclear ? (
        <Checkbox
          label={`An earlier refund may have been made. I looked on ${name}'s site, and it wasn't.`}
          error={form.errors.checked}
          {...form.field('checked')}
        />
      ) : null}
    </>
  )
}
