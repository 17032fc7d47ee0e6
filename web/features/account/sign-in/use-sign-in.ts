import { useMutation } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { errorToast } from '#web/ui/feedback/toast'
import type { SignInValues } from './sign-in-rules'
import { useProof } from './use-proof'
import { useWelcome } from './use-welcome'

/** Signs in. Returns the account, or the second factors it needs. */
export function useSignIn() {
  const welcome = useWelcome()
  const { solving, withProof } = useProof()
  const signIn = useMutation({
    mutationFn: (values: SignInValues) =>
      withProof((paid) => call(client.api.auth.login.$post({ json: { ...values, ...paid } }))),
    onSuccess: async (answer) => {
      if (!('ticket' in answer)) await welcome(answer)
    },
    onError: (error) => errorToast('Sign in failed', reason(error)),
  })
  return { signIn, solving }
}

/**
 * Returns the sentence for a failed sign-in. A suspension, too many attempts or a lost connection isn't a
 * wrong password.
 */
function reason(error: Error): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  const wrong = code === 'bad_credentials' || code === 'invalid_input'
  return wrong ? 'Invalid username or password. Please try again.' : errorDetail(error)
}
