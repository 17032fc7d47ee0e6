import { useId } from 'react'
import { noteLength } from '../../../contract/values/payments'
import { formatMoney } from '../../lib/format'
import type { Form } from '../../lib/use-form'
import { Field } from '../../ui/field'
import { Input } from '../../ui/input'
import { Textarea } from '../../ui/textarea'
import type { RefundValues } from './refund-rules'

export interface RefundFieldsProps {
  form: Form<RefundValues>
  /** Minor units that can go back. */
  left: number
  currency: string
}

export function RefundFields({ form, left, currency }: RefundFieldsProps) {
  const name = useId()
  const kinds = [
    { value: 'full', label: `All of it, ${formatMoney(left, currency)}` },
    { value: 'part', label: 'A part' },
  ] as const
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">How much</legend>
        {kinds.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-card border border-line px-4 outline-offset-2 outline-accent transition-colors hover:bg-surface-2 has-checked:border-text has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              className="size-4 accent-text outline-none"
              checked={form.values.kind === value}
              onChange={() => form.set('kind', value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {form.values.kind === 'part' ? (
        <Field label={`Amount in ${currency}`} error={form.errors.amount}>
          <Input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            className="max-w-40 text-right tabular-nums"
            value={form.values.amount}
            onChange={(event) => form.set('amount', event.target.value)}
          />
        </Field>
      ) : null}
      <Field label="Reason" help="For the record; the member doesn't read it." error={form.errors.reason}>
        <Textarea
          name="reason"
          maxLength={noteLength.max}
          value={form.values.reason}
          onChange={(event) => form.set('reason', event.target.value)}
        />
      </Field>
    </>
  )
}
