import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEmail, ChangePassword, Session } from '#contract/schemas/accounts/account'
import { call, client } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { sessionsQuery } from './queries'

/** Changes the password. This session gets a new cookie; all others end. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: ChangePassword) => call(client.api.account.password.$post({ json })),
    onSuccess: () => {
      toast({ title: 'Password changed', description: "You've been signed out on all other devices." })
      return queryClient.invalidateQueries(sessionsQuery)
    },
  })
}

/** Emails both addresses. Nothing changes until both have confirmed. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (json: ChangeEmail) => call(client.api.account.email.$post({ json })),
  })
}

/** Ends a session. `onGone` is called while its row is still there. */
export function useEndSession(onGone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Session) => call(client.api.account.sessions[':id'].$delete({ param: { id } })),
    onSuccess: (_, { device }) => {
      toast({ title: 'Signed out', description: `${device} has been signed out.` })
      onGone()
    },
    onError: (error) => {
      // Ended elsewhere already, which is just as good.
      if (error instanceof ApiError && error.status === 404) return onGone()
      errorToast("Couldn't sign out", error)
    },
    // Awaited, so that the row is gone when its button stops being busy.
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

/** Ends all other sessions. This one gets a new cookie. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.account.sessions.$delete()),
    onSuccess: () => toast({ title: 'Signed out', description: "You're now only signed in on this device." }),
    onError: (error) => errorToast("Couldn't sign out", error),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}
