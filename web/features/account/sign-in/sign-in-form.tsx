import { type ReactNode, Suspense, useState } from 'react'
import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import { knowsPasskeys, noPasskeys } from '#web/entities/viewer/knows-passkeys'
import { useForm } from '#web/lib/form/use-form'
import { lazyExtra, lazyPart } from '#web/lib/lazy-part'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ProofNote } from './proof-note'
import { checkSignIn } from './sign-in-rules'
import { useSignIn } from './use-sign-in'

/** Few accounts have a second step, and it never comes before the first. */
const SecondFactorForm = lazyPart(() => import('./second-factor-form'), 'SecondFactorForm')

/** Loads after the form, which most people use; its space is reserved. */
const PasskeyButton = lazyExtra(() => import('./passkey-button'), 'PasskeyButton')

/** Renders both steps; `children` are shown below the first. */
export function SignInForm({ children }: { children?: ReactNode }) {
  /** Set to null on the way back from the second step. */
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>()
  const { signIn, solving } = useSignIn()
  const form = useForm({ username: '', password: '' }, checkSignIn, (values) =>
    signIn.mutate(values, {
      onSuccess: (answer) => {
        if ('ticket' in answer) setNeeded(answer)
      },
      onError: (error) => form.refuse(error),
    }),
  )
  if (needed) {
    return (
      <Suspense>
        <SecondFactorForm needed={needed} onBack={() => setNeeded(null)} />
      </Suspense>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <Field label="Username" error={form.errors.username}>
        <Input
          // The button that led back here is gone.
          autoFocus={needed === null}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.field('username')}
        />
      </Field>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={form.errors.password}
        {...form.field('password')}
      />
      <Button type="submit" variant="primary" size="lg" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing In...' : 'Sign In'}
      </Button>
      <ProofNote solving={solving} />
      {knowsPasskeys() ? (
        <Suspense fallback={<div className="h-12" />}>
          <PasskeyButton />
        </Suspense>
      ) : (
        <p className="text-center text-dim text-meta">{noPasskeys}</p>
      )}
      {children}
    </form>
  )
}
