import { useEffect, useRef, useState } from 'react'
import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import { denseTyped } from '#contract/values/shared/typed'
import { knowsPasskeys, noPasskeys } from '#web/entities/viewer/knows-passkeys'
import { passkeyFailure } from '#web/entities/viewer/passkey-failure'
import { ApiError, PlainError } from '#web/lib/api-error'
import { useForm } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSecondFactorCode, useSecondFactorPasskey } from './use-second-factor'

export interface SecondFactorFormProps {
  needed: SecondFactorNeeded
  /** Returns to username and password. */
  onBack: () => void
}

const kinds = {
  totp: {
    label: 'Code',
    help: 'Six digits from your authenticator app.',
    missing: 'Please enter the six digits from your app.',
    fits: (text: string) => /^\d{6}$/.test(denseTyped(text)),
  },
  recovery: {
    label: 'Recovery code',
    help: 'One of the codes you saved when you turned on two-step sign-in. Each works once.',
    missing: 'Please enter one of your recovery codes.',
    fits: (text: string) => denseTyped(text).length === 12,
  },
} as const

type Kind = keyof typeof kinds

/** Renders the second step of signing in, which asks for something that only the account's owner has. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const [kind, setKind] = useState<Kind>('totp')
  // Each kind has its own form: errors about the other code don't apply.
  return <CodeForm key={kind} kind={kind} onKind={setKind} {...props} />
}

interface CodeFormProps extends SecondFactorFormProps {
  kind: Kind
  onKind: (kind: Kind) => void
}

function CodeForm({ needed, onBack, kind, onKind }: CodeFormProps) {
  const byCode = useSecondFactorCode(needed)
  const byPasskey = useSecondFactorPasskey(needed)
  const { label, help, missing, fits } = kinds[kind]
  const field = useRef<HTMLInputElement>(null)
  const form = useForm(
    { code: '' },
    ({ code }) => ({ code: !fits(code) && missing }),
    ({ code }) => byCode.mutate(code, { onError: refuse }),
  )
  const wrong = form.failure ?? undefined

  // It replaces another form, whose field had the focus.
  useEffect(() => field.current?.focus(), [])

  function refuse(error: Error) {
    // Shown at the field while another code can help; otherwise signing in starts over.
    if (!isOver(error)) return form.refuse(error)
    errorToast('Sign in failed', error)
    onBack()
  }

  function refusePasskey(error: Error) {
    if (isOver(error)) return refuse(error)
    errorToast('Sign in failed', passkeyFailure(error))
  }

  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <p className="text-dim">One more step to confirm it's you.</p>
      <Field label={label} help={help} error={form.errors.code ?? wrong}>
        <Input
          ref={field}
          autoComplete="one-time-code"
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          {...form.field('code')}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={byCode.isPending}>
        {byCode.isPending ? 'Checking...' : 'Continue'}
      </Button>
      <div className="grid gap-2">
        {!needed.passkey ? null : knowsPasskeys() ? (
          <Button
            busy={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined, { onError: refusePasskey })}
          >
            Use a passkey
          </Button>
        ) : (
          <p className="text-center text-dim text-meta">{noPasskeys}</p>
        )}
        {kind === 'recovery' ? (
          <Button variant="ghost" onClick={() => onKind('totp')}>
            Use your authenticator app
          </Button>
        ) : needed.secondFactor.includes('recovery') ? (
          <Button variant="ghost" onClick={() => onKind('recovery')}>
            Use a recovery code
          </Button>
        ) : null}
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

/**
 * Returns whether no other code can help: the ticket is used up, perhaps by a sign-in whose cookie was
 * refused, or the account may not sign in at all.
 */
function isOver(error: Error): boolean {
  if (error instanceof PlainError) return true
  const code = error instanceof ApiError ? error.problem?.code : undefined
  return code === 'gone' || code === 'banned'
}
