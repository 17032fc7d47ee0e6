import { useMutation } from '@tanstack/react-query'
import { accountMessages } from '#contract/values/accounts/account'
import { call, client } from '../../lib/api'
import { useForm } from '../../lib/form/use-form'
import { FormDialog } from '../../ui/form/form-dialog'
import { OwnPasswordField } from './own-password-field'

export interface ConfirmPasswordDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the viewer's own password and has the server check it. It may open over another dialog. */
export function ConfirmPasswordDialog({ onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: (password: string) => call(client.api.auth.confirm.$post({ json: { password } })),
  })
  const form = useForm(
    { password: '' },
    ({ password }) => ({ password: password === '' && accountMessages.passwordMissing }),
    ({ password }) =>
      mutate(password, {
        onSuccess: onConfirmed,
        onError: (refusal) => form.refuse(refusal, 'password'),
      }),
  )
  return (
    <FormDialog
      title="Confirm your password"
      description="We ask before important changes, in case someone else is using your browser. You won't be asked again for a while."
      form={form}
      submit={{ label: 'Continue', busy: 'Checking...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <OwnPasswordField
        label="Password"
        data-autofocus
        error={form.errors.password}
        {...form.field('password')}
      />
    </FormDialog>
  )
}
