import { accountMessages } from '#contract/values/accounts/account'
import { checkEmail } from '#web/entities/viewer/account-rules'
import { OwnPasswordField } from '#web/entities/viewer/own-password-field.tsx'
import { useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useChangeEmail } from './mutations'

export interface EmailDialogProps {
  /** The current address, valid until the change is confirmed. */
  email: string
  onClose: () => void
}

export function EmailDialog({ email: current, onClose }: EmailDialogProps) {
  const { mutate, isPending, isSuccess } = useChangeEmail()
  const form = useForm(
    { email: '', password: '' },
    ({ email, password }) => ({
      email:
        checkEmail(email) ||
        (email.trim().toLowerCase() === current.toLowerCase() && accountMessages.emailSame),
      password: password === '' && accountMessages.passwordMissing,
    }),
    ({ email, password }) =>
      mutate({ email: email.trim(), password }, { onError: (refusal) => form.refuse(refusal, 'password') }),
  )
  const address = form.values.email.trim()
  return (
    <FormDialog
      title="Change email"
      description="We'll send a confirmation link to both addresses."
      form={form}
      submit={{ label: 'Send links', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
      done={
        isSuccess
          ? {
              title: 'Check both inboxes',
              children: (
                <p className="text-dim">
                  We've sent a link to <Address>{current}</Address>, and another one to{' '}
                  <Address>{address}</Address>. Your address changes once both are confirmed. The links expire
                  in 30 minutes.
                </p>
              ),
            }
          : null
      }
    >
      <Field label="New email" error={form.errors.email}>
        <Input type="email" data-autofocus autoComplete="email" {...form.field('email')} />
      </Field>
      <OwnPasswordField label="Password" error={form.errors.password} {...form.field('password')} />
    </FormDialog>
  )
}

function Address({ children }: { children: string }) {
  return <span className="wrap-anywhere text-text">{children}</span>
}
