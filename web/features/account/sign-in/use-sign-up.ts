import { useMutation } from '@tanstack/react-query'
import { useBeginSession } from '../../../entities/viewer/use-begin-session'
import { call, client } from '../../../lib/api'
import { PlainError } from '../../../lib/api-error'
import { errorToast } from '../../../ui/feedback/toast'
import type { SignUpValues } from './sign-up-rules'

export function useSignUp() {
  const begin = useBeginSession()
  return useMutation({
    mutationFn: ({ username, email, password }: SignUpValues) =>
      call(client.api.auth.signup.$post({ json: { username, email, password } })),
    onSuccess: (user) =>
      begin({
        user,
        after: 'sign-up',
        greeting: { title: 'Account created!', description: 'You have successfully signed up.' },
      }),
    onError: (error) => errorToast(error instanceof PlainError ? 'Sign in failed' : 'Sign up failed', error),
  })
}
