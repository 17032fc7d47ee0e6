import type { User } from '#contract/schemas/accounts/auth'
import { accountMessages, deletionGraceMs } from '#contract/values/accounts/account'
import { day } from '#contract/values/shared/time'
import { OwnPasswordField } from '#web/entities/viewer/own-password-field.tsx'
import { useForm } from '#web/lib/form/use-form'
import { formatDate } from '#web/lib/format'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { LeaveAccountProps } from './leave-account'

export interface DeleteAccountDialogProps extends LeaveAccountProps {
  onClose: () => void
}

/** Lists what will be lost, and asks for the password. */
export function DeleteAccountDialog({ user, leave, onClose }: DeleteAccountDialogProps) {
  const { mutate, isPending } = leave
  const form = useForm(
    { password: '' },
    ({ password }) => ({ password: password === '' && accountMessages.passwordMissing }),
    ({ password }) => mutate(password, { onError: (refusal) => form.refuse(refusal, 'password') }),
  )
  return (
    <FormDialog
      title="Delete Account"
      description="You'll be signed out everywhere and your videos will be hidden right away."
      form={form}
      submit={{ label: 'Delete Account', busy: 'Deleting...', variant: 'danger' }}
      cancel="Keep account"
      isPending={isPending}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        <li>
          You have {deletionGraceMs / day} days to change your mind: just sign in to restore everything.
        </li>
        <li>
          After that, your videos, history, likes and lists are permanently deleted. Download anything you
          want to keep first.
        </li>
        <PremiumLoss user={user} />
        <li>We keep anonymised payment records, and anything the law requires us to.</li>
      </ul>
      <OwnPasswordField
        label="Password"
        data-autofocus
        error={form.errors.password}
        {...form.field('password')}
      />
    </FormDialog>
  )
}

function PremiumLoss({ user: { isPremium, premiumUntil } }: { user: User }) {
  if (!isPremium || !premiumUntil) return null
  return <li>Your premium, which runs until {formatDate(premiumUntil)}, will end too, without a refund.</li>
}
