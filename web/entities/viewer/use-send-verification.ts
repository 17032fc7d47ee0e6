import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'
import { errorToast, toast } from '../../ui/feedback/toast'
import { viewerQuery } from './viewer-query'

/** Has another confirmation link emailed to the viewer's address. */
export function useSendVerification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.account.verification.$post()),
    onSuccess: () => toast({ title: 'Email sent', description: 'The link expires in 24 hours.' }),
    onError: (error) => errorToast("Couldn't send the email", error),
    // It may have been confirmed on another device meanwhile.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(viewerQuery),
        queryClient.invalidateQueries({ queryKey: key('account', 'security') }),
      ]),
  })
}
