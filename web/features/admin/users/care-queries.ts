import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { refreshAdmin } from '#web/lib/query/refresh-admin'

const of = (id: number) => ({ param: { id: String(id) } })

/** Queries the staff's view of an account: its limits, warnings, notes, and open request. */
export function careQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'care', id),
    queryFn: ({ signal }) => call(client.api.admin.users[':id'].care.$get(of(id), { init: { signal } })),
    staleTime: 0,
  })
}

export function giftsToQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'gifts to', id),
    queryFn: ({ signal }) => call(client.api.admin.users[':id'].gifts.$get(of(id), { init: { signal } })),
    staleTime: 0,
  })
}

export function unpaidOrdersQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'unpaid orders', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.users[':id']['unpaid-orders'].$get(of(id), { init: { signal } })),
    staleTime: 0,
  })
}

/** Queries the accounts whose second factor someone asked to reset. */
export const factorResetsQuery = queryOptions({
  queryKey: key('admin', 'factor resets'),
  queryFn: ({ signal }) => call(client.api.admin['factor-resets'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Returns a mutation that acts on an account, after the password where the server wants it. */
export function useCare<Input>(act: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => withPassword(() => act(input)),
    onSettled: () => refreshAdmin(queryClient),
  })
}

/** The calls of one account's acts. */
export function careCalls(id: number) {
  const user = client.api.admin.users[':id']
  return {
    trust: (trusted: boolean) => call(user.trust.$put({ ...of(id), json: { trusted } })),
    limits: (json: {
      quotaBytes: number | null
      publishesPerDay: number | null
      openUploads: number | null
    }) => call(user.limits.$put({ ...of(id), json })),
    confirmEmail: () => call(user['confirm-email'].$post(of(id))),
    resetLink: () => call(user['reset-link'].$post(of(id))),
    endSessions: () => call(user.sessions.$delete(of(id))),
    clearProfile: () => call(user.profile.$delete(of(id))),
    warn: (text: string) => call(user.warnings.$post({ ...of(id), json: { text } })),
    note: (text: string) => call(user.notes.$post({ ...of(id), json: { text } })),
    gift: (days: number, reason: string) => call(user.gifts.$post({ ...of(id), json: { days, reason } })),
    requestReset: (reason: string) => call(user['factor-reset'].$post({ ...of(id), json: { reason } })),
    confirmReset: () => call(user['factor-reset'].confirm.$post(of(id))),
    withdrawReset: () => call(user['factor-reset'].$delete(of(id))),
  }
}

export function revokeGift(id: string, reason: string) {
  return call(client.api.admin.gifts[':id'].revoke.$post({ param: { id }, json: { reason } }))
}

export function reopenList(id: number, note: string) {
  return call(client.api.admin.lists[':id'].reopen.$post({ ...of(id), json: { note } }))
}
