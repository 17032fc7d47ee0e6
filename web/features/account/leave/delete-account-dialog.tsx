import type { User } from '../../../../contract/schemas/accounts/auth'
import { accountMessages, deletionGraceMs } from '../../../../contract/values/accounts/account'
import { day } from '../../../../contract/values/shared/time'
import { OwnPasswordField } from '../../../entities/viewer/own-password-field'
import { formatDate } from '../../../lib/format'
import { useForm } from '../../../lib/use-form'
import { FormDialog } from '../../../ui/form/form-dialog'
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
      description="You are signed out everywhere, and your videos are hidden at once."
      form={form}
      submit={{ label: 'Delete Account', busy: 'Deleting...', variant: 'danger' }}
      cancel="Keep Account"
      isPending={isPending}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        <li>For {deletionGraceMs / day} days nothing is lost: sign in, and everything is as it was.</li>
        <li>
          After that your videos and their files, your history, likes and lists are erased. Nobody can bring
          them back, so download them first.
        </li>
        <PremiumLoss user={user} />
        <li>
          Payments are kept for the books without your name, and so is what the law wants kept for an open
          case.
        </li>
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
  return (
    <li>Your premium, which runs until {formatDate(premiumUntil)}, ends with it. Nothing is refunded.</li>
  )
}
