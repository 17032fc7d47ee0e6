import { useForm } from '../../lib/use-form'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Input } from '../../ui/input'
import { PasswordField } from './password-field'
import { checkSignIn } from './sign-in-rules'
import { useSignIn } from './use-sign-in'

export function SignInForm() {
  const signIn = useSignIn()
  const form = useForm({ username: '', password: '' }, checkSignIn, (values) =>
    signIn.mutate(values, { onError: (error) => form.refuse(error) }),
  )
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <Field label="Username" error={form.errors.username}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={form.values.username}
          onChange={(event) => form.set('username', event.target.value)}
        />
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
        value={form.values.password}
        onChange={(event) => form.set('password', event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  )
}
