import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import { allowanceLimits } from '#contract/values/uploads/allowance'
import { useForm } from '#web/lib/form/use-form'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { careCalls, useCare } from './care-queries'

const GB = 1e9
const mostGB = 1_000_000

interface LimitsDialogProps {
  user: AdminUserDetail
  care: AccountCare
  /** Returns to the account. */
  onBack: () => void
}

/** Sets an account's own limits. An empty field means the usual limit. */
export function LimitsDialog({ user, care: { limits }, onBack }: LimitsDialogProps) {
  const { mutate, isPending } = useCare(careCalls(user.id).limits)
  const form = useForm(
    {
      quotaBytes: limits.quotaBytes === null ? '' : String(limits.quotaBytes / GB),
      publishesPerDay: text(limits.publishesPerDay),
      openUploads: text(limits.openUploads),
    },
    ({ quotaBytes, publishesPerDay, openUploads }) => ({
      quotaBytes: isWrong(quotaBytes, mostGB, false) && `Enter a number of gigabytes up to ${mostGB}.`,
      publishesPerDay:
        isWrong(publishesPerDay, allowanceLimits.publishesPerDay) &&
        `Enter 1 to ${allowanceLimits.publishesPerDay}.`,
      openUploads:
        isWrong(openUploads, allowanceLimits.openUploads) && `Enter 1 to ${allowanceLimits.openUploads}.`,
    }),
    ({ quotaBytes, publishesPerDay, openUploads }) => {
      const gigabytes = read(quotaBytes)
      mutate(
        {
          quotaBytes: gigabytes === null ? null : Math.round(gigabytes * GB),
          publishesPerDay: read(publishesPerDay),
          openUploads: read(openUploads),
        },
        {
          onSuccess: () => {
            toast({ title: 'Limits changed', description: `They apply to ${user.username} from now on.` })
            onBack()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      )
    },
  )
  return (
    <FormDialog
      title={`Limits of ${user.username}`}
      description="Leave a field empty to use the site's own limit."
      form={form}
      submit={{ label: 'Save limits', busy: 'Saving...', variant: 'primary' }}
      cancel="Back"
      isPending={isPending}
      onClose={onBack}
    >
      <Field label="Storage in GB" error={form.errors.quotaBytes}>
        <Input data-autofocus inputMode="decimal" className="max-w-32" {...form.field('quotaBytes')} />
      </Field>
      <Field label="Videos a day" error={form.errors.publishesPerDay}>
        <Input inputMode="numeric" className="max-w-32" {...form.field('publishesPerDay')} />
      </Field>
      <Field label="Uploads at once" error={form.errors.openUploads}>
        <Input inputMode="numeric" className="max-w-32" {...form.field('openUploads')} />
      </Field>
    </FormDialog>
  )
}

function text(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

function read(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.replace(',', '.'))
}

function isWrong(typed: string, most: number, isWhole = true): boolean {
  const number = read(typed)
  if (number === null) return false
  return !(number > 0 && number <= most) || (isWhole && !Number.isInteger(number))
}
