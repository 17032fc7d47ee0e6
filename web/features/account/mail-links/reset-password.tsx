import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PasswordReset } from '#contract/schemas/accounts/account'
import { messages } from '#contract/values/accounts/messages'
import { passwordLength } from '#contract/values/shared/limits'
import { checkNewPassword } from '#web/entities/viewer/account-rules'
import { changeViewer } from '#web/entities/viewer/change-viewer'
import { RemovePasskeys } from '#web/entities/viewer/remove-passkeys.tsx'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { useForm } from '#web/lib/form/use-form'
import { paths } from '#web/lib/navigation/paths'
import { key } from '#web/lib/query/keys'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { FormPanel } from '#web/ui/form/form-panel.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { LinkDead } from './link-dead'
import { LinkOutcome } from './link-outcome'
import { useLinkToken } from './use-link-token'

const title = 'Set a new password'
const renew = (
  <ButtonLink to={paths.mail('forgot-password')} variant="primary">
    Send a new link
  </ButtonLink>
)

/** Opened by the link that resets a password. */
export function ResetPassword() {
  const token = useLinkToken()
  return token === null ? (
    <LinkDead missing title={title} renew={renew} />
  ) : (
    <ResetForm key={token} token={token} />
  )
}

function ResetForm({ token }: { token: string }) {
  const errorId = useId()
  const offer = useQuery(offerQuery(token))
  const passkeys = offer.data?.passkeys ?? 0
  const [removePasskeys, setRemovePasskeys] = useState(false)
  const { mutate, isPending, data, error } = useReset(token)
  const form = useForm(
    { password: '', confirmPassword: '' },
    ({ password, confirmPassword }) => ({
      password: checkNewPassword(password),
      confirmPassword: confirmPassword !== password && messages.passwordsDiffer,
    }),
    ({ password }) => mutate({ password, removePasskeys }, { onError: (refusal) => form.refuse(refusal) }),
  )
  if (data) {
    return (
      <LinkOutcome
        title="Password changed"
        text={`You've been signed out everywhere. ${removedText(data)}Sign in with your new password.`}
        next={
          <ButtonLink to={paths.signIn} variant="primary">
            Sign In
          </ButtonLink>
        }
      />
    )
  }
  if (error instanceof ApiError && error.status === 404) return <LinkDead title={title} renew={renew} />
  return (
    <FormPanel title={title} subtitle="You'll be signed out on all devices.">
      <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <PasswordField
          label="New password"
          {...form.field('password')}
          name="new-password"
          autoComplete="new-password"
          help={`At least ${passwordLength.min} characters.`}
          error={form.errors.password}
        />
        <PasswordField
          label="Confirm Password"
          {...form.field('confirmPassword')}
          name="confirm-password"
          autoComplete="new-password"
          error={form.errors.confirmPassword}
        />
        {passkeys > 0 ? (
          <RemovePasskeys count={passkeys} checked={removePasskeys} onChange={setRemovePasskeys} />
        ) : null}
        <div role="alert" className="empty:hidden">
          <FieldError id={errorId}>{form.failure ?? undefined}</FieldError>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={isPending}>
          {isPending ? 'Saving...' : 'Save password'}
        </Button>
      </form>
    </FormPanel>
  )
}

/** Queries how many passkeys the page may offer to remove; without an answer it offers nothing. */
function offerQuery(token: string) {
  return queryOptions({
    queryKey: key('account', 'reset offer', token),
    queryFn: () => call(client.api.auth.reset.offer.$post({ json: { token } })),
    retry: false,
  })
}

function removedText({ passkeys, twoStep }: PasswordReset): string {
  if (twoStep)
    return 'Two-step sign-in and any passkeys were removed, because the email address had not been confirmed before. '
  if (passkeys === 0) return ''
  return passkeys === 1 ? 'Your passkey was removed. ' : `Its ${passkeys} passkeys were removed. `
}

function useReset(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (choice: { password: string; removePasskeys: boolean }) =>
      call(client.api.auth.reset.$post({ json: { token, ...choice } })),
    // This browser may have been signed in, too.
    onSuccess: async () => {
      const before = queryClient.getQueryData(viewerQuery.queryKey)
      if (!before) return
      const user = await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => before)
      if (!user) await changeViewer(queryClient, null)
    },
  })
}
