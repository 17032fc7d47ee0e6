import { useMutation, useQueryClient } from '@tanstack/react-query'
import { beginSession } from '../../../entities/viewer/begin-session'
import { insistOnCookie } from '../../../entities/viewer/insist-on-cookie'
import { call, client } from '../../../lib/api'
import { PlainError } from '../../../lib/api-error'
import { errorToast } from '../../../ui/feedback/toast'
import type { SignUpValues } from './sign-up-rules'

export function useSignUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ username, email, password }: SignUpValues) => {
      const user = await call(client.api.auth.signup.$post({ json: { username, email, password } }))
      await insistOnCookie('sign-up')
      return user
    },
    onSuccess: (user) =>
      beginSession(queryClient, user, {
        title: 'Account created!',
        description: 'You have successfully signed up.',
      }),
    onError: (error) => errorToast(error instanceof PlainError ? 'Sign in failed' : 'Sign up failed', error),
  })
}
