import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { ApiError, errorDetail } from '../../lib/api-error'
import { useSiteName } from '../../lib/queries/settings'
import { toast } from '../../ui/toast'
import { changeViewer } from './change-viewer'
import type { SignInValues } from './sign-in-rules'

export function useSignIn() {
  const queryClient = useQueryClient()
  const siteName = useSiteName()
  return useMutation({
    mutationFn: (json: SignInValues) => call(client.api.auth.login.$post({ json })),
    onSuccess: async (user) => {
      await changeViewer(queryClient, user)
      toast({ title: 'Sign in successful!', description: `Welcome back to ${siteName}` })
    },
    onError: (error) =>
      toast({ title: 'Sign in failed', description: reason(error), variant: 'destructive' }),
  })
}

/** A suspension, too many attempts or a broken connection is not a wrong password, so it isn't called one. */
function reason(error: Error): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  const wrong = code === 'bad_credentials' || code === 'invalid_input'
  return wrong ? 'Invalid username or password. Please try again.' : errorDetail(error)
}
