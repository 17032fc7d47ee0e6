import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import { careMessages, careText } from '#contract/values/moderation/account-care'
import { giftDays, giftMessages, giftReason } from '#contract/values/payments/gifts'
import { useForm } from '#web/lib/form/use-form'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { type CareAct, questionOf, textOf } from './care-acts'
import { careCalls, revokeGift, useCare } from './care-queries'
import { LimitsDialog } from './limits-dialog'

export interface CareDialogProps {
  act: CareAct
  user: AdminUserDetail
  care: AccountCare
  /** Returns to the account. */
  onBack: () => void
}

/** Asks for the input that an act on an account needs: a confirmation, a text, or numbers. */
export function CareDialog({ act, user, care, onBack }: CareDialogProps) {
  if (act === 'limits') return <LimitsDialog user={user} care={care} onBack={onBack} />
  if (act === 'warn' || act === 'note' || act === 'gift' || act === 'requestReset')
    return <TextDialog act={act} user={user} onBack={onBack} />
  return <QuestionDialog act={act} user={user} onBack={onBack} />
}

function QuestionDialog({ act, user, onBack }: Omit<CareDialogProps, 'care'>) {
  const calls = careCalls(user.id)
  const { mutate, isPending } = useCare(() => {
    if (act === 'trust' || act === 'untrust') return calls.trust(act === 'trust')
    if (act === 'confirmEmail' || act === 'resetLink' || act === 'endSessions' || act === 'clearProfile')
      return calls[act]()
    return act === 'confirmReset' ? calls.confirmReset() : calls.withdrawReset()
  })
  const question = questionOf(act, user.username)
  if (!question) return null
  return (
    <ConfirmDialog
      title={question.title}
      description={question.description}
      act={question.act}
      cancel="Back"
      busy={isPending}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => toast(question.done),
          onError: (error) => failedTo('do that', error),
          onSettled: onBack,
        })
      }
      onClose={onBack}
    />
  )
}

interface TextDialogProps {
  act: 'warn' | 'note' | 'gift' | 'requestReset'
  user: AdminUserDetail
  onBack: () => void
}

const tooShort = {
  warn: careMessages.warningShort,
  note: careMessages.noteShort,
  gift: giftMessages.reasonShort,
  requestReset: careMessages.reasonShort,
}

function TextDialog({ act, user, onBack }: TextDialogProps) {
  const words = textOf(act, user.username)
  const calls = careCalls(user.id)
  const { mutate, isPending } = useCare(({ text, days }: { text: string; days: number }) => {
    if (act === 'gift') return calls.gift(days, text)
    return calls[act](text)
  })
  const form = useForm(
    { text: '', reason: '', days: '30' },
    ({ text, days }) => ({
      text: text.trim().length < careText.min && tooShort[act],
      days: act === 'gift' && !isTerm(Number(days)) && giftMessages.days,
    }),
    ({ text, days }) =>
      mutate(
        { text: text.trim(), days: Number(days) },
        {
          onSuccess: () => {
            toast(words.done)
            onBack()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      form={form}
      submit={{ label: words.act[0] ?? '', busy: words.act[1] ?? '', variant: 'primary' }}
      cancel="Back"
      isPending={isPending}
      onClose={onBack}
    >
      {act === 'gift' ? (
        <Field label="Days" error={form.errors.days}>
          <Input data-autofocus inputMode="numeric" className="max-w-32" {...form.field('days')} />
        </Field>
      ) : null}
      <Field label={words.label} help={words.help} error={form.errors.text ?? form.errors.reason}>
        <Textarea
          {...(act === 'gift' ? {} : { 'data-autofocus': true })}
          maxLength={act === 'gift' ? giftReason.max : careText.max}
          {...form.field('text')}
        />
      </Field>
    </FormDialog>
  )
}

function isTerm(days: number): boolean {
  return Number.isInteger(days) && days >= giftDays.min && days <= giftDays.max
}

export interface RevokeGiftDialogProps {
  giftId: string
  onBack: () => void
}

export function RevokeGiftDialog({ giftId, onBack }: RevokeGiftDialogProps) {
  const { mutate, isPending } = useCare((reason: string) => revokeGift(giftId, reason))
  const form = useForm(
    { reason: '' },
    ({ reason }) => ({ reason: reason.trim().length < giftReason.min && giftMessages.reasonShort }),
    ({ reason }) =>
      mutate(reason.trim(), {
        onSuccess: () => {
          toast({ title: 'Gift revoked', description: 'The member has been emailed.' })
          onBack()
        },
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  return (
    <FormDialog
      title="Revoke this gift?"
      description="Its days stop counting right away. Terms that were paid for stay."
      form={form}
      submit={{ label: 'Revoke gift', busy: 'Revoking...', variant: 'danger' }}
      cancel="Back"
      isPending={isPending}
      onClose={onBack}
    >
      <Field label="Reason" help="The member reads it." error={form.errors.reason}>
        <Textarea data-autofocus maxLength={giftReason.max} {...form.field('reason')} />
      </Field>
    </FormDialog>
  )
}
