import { accountMessages } from '#contract/values/accounts/account'
import { messages } from '#contract/values/accounts/messages'
import { passwordLength } from '#contract/values/shared/limits'
import { checkNewPassword } from '#web/entities/viewer/account-rules'
import { OwnPasswordField } from '#web/entities/viewer/own-password-field.tsx'
import { useForm } from '#web/lib/form/use-form'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useChangePassword } from './mutations'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useChangePassword()
  const form = useForm(
    { currentPassword: '', newPassword: '', confirmPassword: '' },
    ({ currentPassword, newPassword, confirmPassword }) => ({
      currentPassword: currentPassword === '' && accountMessages.passwordMissing,
      newPassword:
        checkNewPassword(newPassword) || (newPassword === currentPassword && accountMessages.passwordSame),
      confirmPassword: confirmPassword !== newPassword && messages.passwordsDiffer,
    }),
    ({ currentPassword, newPassword }) =>
      mutate(
        { currentPassword, newPassword },
        { onSuccess: onClose, onError: (refusal) => form.refuse(refusal, 'currentPassword') },
      ),
  )
  return (
    <FormDialog
      title="Change Password"
      description="You'll be signed out on all other devices."
      form={form}
      submit={{ label: 'Change Password', busy: 'Changing...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <OwnPasswordField
        label="Current password"
        data-autofocus
        error={form.errors.currentPassword}
        {...form.field('currentPassword')}
      />
      <PasswordField
        label="New password"
        {...form.field('newPassword')}
        name="new-password"
        autoComplete="new-password"
        help={`At least ${passwordLength.min} characters.`}
        error={form.errors.newPassword}
      />
      <PasswordField
        label="Confirm Password"
        {...form.field('confirmPassword')}
        name="confirm-password"
        autoComplete="new-password"
        error={form.errors.confirmPassword}
      />
    </FormDialog>
  )
}
