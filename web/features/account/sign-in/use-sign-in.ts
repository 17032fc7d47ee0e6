import { useMutation } from '@tanstack/react-query'
import { call, client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { errorToast } from '#web/ui/feedback/toast'
import type { SignInValues } from './sign-in-rules'
import { useWelcome } from './use-welcome'

/** Signs in. Returns the account, or the second factors it needs. */
export function useSignIn() {
  const welcome = useWelcome()
  return useMutation({
    mutationFn: (json: SignInValues) => call(client.api.auth.login.$post({ json })),
    onSuccess: async (answer) => {
      if (!('ticket' in answer)) await welcome(answer)
    },
    onError: (error) => errorToast('Sign in failed', reason(error)),
  })
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
