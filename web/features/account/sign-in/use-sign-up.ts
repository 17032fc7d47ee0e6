import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeViewer } from '../../../entities/viewer/change-viewer'
import { call, client } from '../../../lib/api'
import { errorToast, toast } from '../../../ui/feedback/toast'
import type { SignUpValues } from './sign-up-rules'

export function useSignUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ username, email, password }: SignUpValues) =>
      call(client.api.auth.signup.$post({ json: { username, email, password } })),
    onSuccess: async (user) => {
      await changeViewer(queryClient, user)
      toast({ title: 'Account created!', description: 'You have successfully signed up.' })
    },
    onError: (error) => errorToast('Sign up failed', error),
  })
}
