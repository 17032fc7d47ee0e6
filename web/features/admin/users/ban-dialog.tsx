import type { AdminUserDetail, BanUser } from '#contract/schemas/moderation/users'
import { banDays, banMessages, banReasonLength, shortBanDays } from '#contract/values/moderation/users'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useBan } from './mutations'

/** The durations of a ban as listed; the last is permanent. */
const terms = banDays.map((days) => ({
  days,
  value: String(days),
  label: days === null ? 'Permanent' : days === 1 ? '1 day' : days === 365 ? '1 year' : `${days} days`,
}))

export interface BanDialogProps {
  user: AdminUserDetail
  /** Returns to the account, banned or not. */
  onBack: () => void
}

export function BanDialog({ user, onBack }: BanDialogProps) {
  const { username, record } = user
  const { can } = useViewer()
  const offered = can('user.banForLong')
    ? terms
    : terms.filter(({ days }) => days !== null && days <= shortBanDays)
  const { mutate, isPending } = useBan(user.id)
  const form = useForm(
    { reason: '', days: '7' },
    ({ reason }) => ({
      reason: reason.trim().length < banReasonLength.min && banMessages.reasonShort,
    }),
    ({ reason, days }) =>
      mutate(
        { reason: reason.trim(), days: readTerm(days) },
        {
          onSuccess: () => {
            toast({ title: 'Account banned', description: `${username} has been signed out everywhere.` })
            onBack()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      ),
  )
  const end = readTerm(form.values.days) === null ? 'you end the ban' : 'the ban ends'
  return (
    <FormDialog
      title={`Ban ${username}?`}
      description={
        record.videos === 0
          ? `The account will be signed out everywhere right away and can't sign in until ${end}.`
          : `The account will be signed out everywhere right away and can't sign in until ${end}. Until then, ${record.videos === 1 ? 'its video is' : `its ${record.videos} videos are`} hidden.`
      }
      form={form}
      submit={{ label: `Ban ${username}`, busy: 'Banning...', variant: 'danger' }}
      cancel="Back"
      isPending={isPending}
      onClose={onBack}
    >
      <Field label="Reason" help={`${username} sees it when signing in.`} error={form.errors.reason}>
        <Textarea data-autofocus maxLength={banReasonLength.max} {...form.field('reason')} />
      </Field>
      <Field label="Term" error={form.errors.days}>
        <Select className="max-w-60" {...form.field('days')}>
          {offered.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

function readTerm(value: string): BanUser['days'] {
  return terms.find((term) => term.value === value)?.days ?? null
}
