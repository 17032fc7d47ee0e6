import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { checkEmail } from '#web/entities/viewer/account-rules'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { useForm } from '#web/lib/form/use-form'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { FormPanel } from '#web/ui/form/form-panel.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { LinkOutcome } from './link-outcome'

/** Requests a link that resets the password. The response is the same for every address. */
export function ForgotPassword() {
  const { user } = useViewer()
  const errorId = useId()
  const [isAgain, setIsAgain] = useState(false)
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: (email: string) => call(client.api.auth.forgot.$post({ json: { email } })),
  })
  const form = useForm(
    { email: user?.email ?? '' },
    ({ email }) => ({ email: checkEmail(email) }),
    ({ email }) => mutate(email.trim(), { onError: (refusal) => form.refuse(refusal) }),
  )

  function tryAnother() {
    setIsAgain(true)
    reset()
  }

  if (isSuccess) {
    return (
      <LinkOutcome
        title="Check your email"
        text={
          <>
            If an account uses <span className="wrap-anywhere text-text">{form.values.email.trim()}</span>,
            we've sent a reset link. It expires in 30 minutes. Can't find it? Check your spam folder.
          </>
        }
        next={
          <>
            <ButtonLink to={paths.signIn}>Back to Sign In</ButtonLink>
            <Button variant="ghost" onClick={tryAnother}>
              Use a different address
            </Button>
          </>
        }
      />
    )
  }
  return (
    <FormPanel
      title="Forgot your password?"
      subtitle="We'll email you a link to reset it."
      footer={
        user ? null : (
          <>
            Remembered it?{' '}
            <Link to={paths.signIn} className="font-medium text-text hover:text-accent">
              Sign In
            </Link>
          </>
        )
      }
    >
      <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <Field label="Email" help="The address on your account." error={form.errors.email}>
          <Input
            type="email"
            autoComplete="email"
            // The button that led back here is gone.
            autoFocus={isAgain}
            {...form.field('email')}
          />
        </Field>
        <div role="alert" className="empty:hidden">
          <FieldError id={errorId}>{form.failure ?? undefined}</FieldError>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={isPending}>
          {isPending ? 'Sending...' : 'Send link'}
        </Button>
      </form>
    </FormPanel>
  )
}
