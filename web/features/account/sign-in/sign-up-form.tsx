import { passwordLength, usernameLength } from '../../../../contract/values/shared/limits'
import { useForm } from '../../../lib/use-form'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/form/checkbox'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { PasswordField } from '../../../ui/form/password-field'
import { PrivacyLink, TermsLink } from './legal-links'
import { checkSignUp, type SignUpValues } from './sign-up-rules'
import { useSignUp } from './use-sign-up'

const empty: SignUpValues = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  ageConfirmed: false,
  termsAccepted: false,
}

export function SignUpForm() {
  const signUp = useSignUp()
  const form = useForm(empty, checkSignUp, (values) =>
    signUp.mutate({ ...values, email: values.email.trim() }, { onError: (error) => form.refuse(error) }),
  )
  const { values, errors, set } = form
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <Field
        label="Username"
        help={`${usernameLength.min} to ${usernameLength.max} characters. It stands beside what you publish.`}
        error={errors.username}
      >
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={values.username}
          onChange={(event) => set('username', event.target.value)}
        />
      </Field>
      <Field label="Email" help="Never shown to other members." error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={(event) => set('email', event.target.value)}
        />
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        help={`At least ${passwordLength.min} characters.`}
        error={errors.password}
        value={values.password}
        onChange={(event) => set('password', event.target.value)}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
        value={values.confirmPassword}
        onChange={(event) => set('confirmPassword', event.target.value)}
      />
      <div className="grid gap-1">
        <Checkbox
          label="I confirm that I am 18 years of age or older"
          error={errors.ageConfirmed}
          checked={values.ageConfirmed}
          onChange={(event) => set('ageConfirmed', event.target.checked)}
        />
        <Checkbox
          label={
            <>
              I agree to the <TermsLink /> and <PrivacyLink />
            </>
          }
          error={errors.termsAccepted}
          checked={values.termsAccepted}
          onChange={(event) => set('termsAccepted', event.target.checked)}
        />
      </div>
      <Button type="submit" variant="primary" size="lg" busy={signUp.isPending}>
        {signUp.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}
