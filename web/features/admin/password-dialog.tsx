import { useMutation } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { ApiError } from '../../lib/api-error'
import { useViewer } from '../../lib/queries/viewer'
import { useForm } from '../../lib/use-form'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { Input } from '../../ui/input'

/** Asks for the viewer's own password and has the server check it. It may stand on another dialog. */
export function PasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { user } = useViewer()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) => call(client.api.auth.confirm.$post({ json: { password } })),
  })
  const form = useForm(
    { password: '' },
    ({ password }) => ({ password: password === '' && 'Please enter your password.' }),
    ({ password }) =>
      mutate(password, {
        onSuccess: () => onAnswer(true),
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  // Said at the field, which the server doesn't name.
  const isWrong = error instanceof ApiError && error.problem?.code === 'bad_credentials'
  const wrong = (isWrong && form.failure) || undefined
  return (
    <FormDialog
      title="Your password, please"
      description="This act can't be left to whoever finds your browser open. You won't be asked again for a while."
      form={wrong ? { ...form, failure: null } : form}
      submit={{ label: 'Continue', busy: 'Checking...', variant: 'primary' }}
      isPending={isPending}
      onClose={() => onAnswer(false)}
    >
      {/* For password managers, which keep a password under a name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={user?.username ?? ''}
        readOnly
        hidden
      />
      <Field label="Password" error={form.errors.password ?? wrong}>
        <Input
          type="password"
          name="password"
          data-autofocus
          autoComplete="current-password"
          value={form.values.password}
          onChange={(event) => form.set('password', event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
