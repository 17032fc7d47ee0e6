import { useMutation } from '@tanstack/react-query'
import { useBeginSession } from '#web/entities/viewer/use-begin-session'
import { call, client } from '#web/lib/api'
import { PlainError } from '#web/lib/api-error'
import { errorToast } from '#web/ui/feedback/toast'
import type { SignUpValues } from './sign-up-rules'
import { useProof } from './use-proof'

export function useSignUp() {
  const begin = useBeginSession()
  const { solving, withProof } = useProof()
  const signUp = useMutation({
    mutationFn: ({ username, email, password }: SignUpValues) =>
      withProof((paid) =>
        call(client.api.auth.signup.$post({ json: { username, email, password, ...paid } })),
      ),
    onSuccess: (user) =>
      begin({
        user,
        after: 'sign-up',
        greeting: { title: 'Account created!', description: 'You have successfully signed up.' },
      }),
    onError: (error) => errorToast(error instanceof PlainError ? 'Sign in failed' : 'Sign up failed', error),
  })
  return { signUp, solving }
}
