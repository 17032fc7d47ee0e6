import {
  giftCodeCount,
  giftCodeMessages,
  giftCodeName,
  giftCodeNoteMax,
} from '#contract/values/payments/gift-codes'
import { giftDays, giftMessages } from '#contract/values/payments/gifts'
import { useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useMakeGiftCodes } from './code-queries'
import { MadeDialog } from './made-dialog'

/** Makes a batch of codes, and shows them this once. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, data } = useMakeGiftCodes()
  const form = useForm(
    { name: '', note: '', days: '30', codes: '10', lastDay: '' },
    ({ name, days, codes }) => ({
      name: name.trim().length < giftCodeName.min && giftCodeMessages.name,
      days: !isWithin(giftDays, days) && giftMessages.days,
      codes: !isWithin(giftCodeCount, codes) && giftCodeMessages.count,
    }),
    ({ name, note, days, codes, lastDay }) =>
      mutate(
        {
          name: name.trim(),
          note: note.trim(),
          days: Number(days),
          codes: Number(codes),
          lastDay: lastDay || null,
        },
        { onError: (refusal) => form.refuse(refusal) },
      ),
  )
  if (data) return <MadeDialog made={data} onClose={onClose} />
  return (
    <FormDialog
      title="New gift codes"
      description="Each code gives one account premium for so many days, once. It shows up as a gift, never as revenue."
      form={form}
      submit={{ label: 'Make codes', busy: 'Making codes...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <Field label="Name" help="Internal name. Members don't see it." error={form.errors.name}>
        <Input data-autofocus maxLength={giftCodeName.max} {...form.field('name')} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Codes" error={form.errors.codes}>
          <Input inputMode="numeric" {...form.field('codes')} />
        </Field>
        <Field label="Days" error={form.errors.days}>
          <Input inputMode="numeric" {...form.field('days')} />
        </Field>
      </div>
      <Field
        label="Last day to redeem (optional)"
        help="To its end, in UTC. Without one they don't expire."
        error={form.errors.lastDay}
      >
        <Input type="date" className="max-w-80" {...form.field('lastDay')} />
      </Field>
      <Field label="Note (optional)" help="Only staff read it." error={form.errors.note}>
        <Textarea maxLength={giftCodeNoteMax} {...form.field('note')} />
      </Field>
    </FormDialog>
  )
}

function isWithin({ min, max }: { min: number; max: number }, text: string): boolean {
  const value = Number(text)
  return Number.isInteger(value) && value >= min && value <= max
}
