import { passwordLength, usernameLength } from '#contract/values/shared/limits'
import { useForm } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { PrivacyLink, TermsLink } from './legal-links'
import { ProofNote } from './proof-note'
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
  const { signUp, solving } = useSignUp()
  const form = useForm(empty, checkSignUp, (values) =>
    signUp.mutate({ ...values, email: values.email.trim() }, { onError: (error) => form.refuse(error) }),
  )
  const { errors, field } = form
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <Field
        label="Username"
        help={`${usernameLength.min} to ${usernameLength.max} characters. Shown on videos you publish.`}
        error={errors.username}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('username')}
        />
      </Field>
      <Field label="Email" help="We never show it to other members." error={errors.email}>
        <Input type="email" autoComplete="email" {...field('email')} />
      </Field>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={`At least ${passwordLength.min} characters.`}
        error={errors.password}
        {...field('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword}
        {...field('confirmPassword')}
      />
      <div className="grid gap-1">
        <Checkbox
          label="I confirm that I am 18 years of age or older"
          error={errors.ageConfirmed}
          {...field('ageConfirmed')}
        />
        <Checkbox
          label={
            <>
              I agree to the <TermsLink /> and <PrivacyLink />
            </>
          }
          error={errors.termsAccepted}
          {...field('termsAccepted')}
        />
      </div>
      <Button type="submit" variant="primary" size="lg" busy={signUp.isPending}>
        {signUp.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
      <ProofNote solving={solving} />
    </form>
  )
}
