import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminUser, BanUser } from '#contract/schemas/moderation/users'
import type { StaffRole } from '#contract/values/accounts/roles'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshAdmin } from '#web/lib/query/refresh-admin'

export function useChangeRole({ id }: Pick<AdminUser, 'id'>) {
  const queryClient = useQueryClient()
  const param = { id: String(id) }
  return useMutation({
    mutationFn: (role: StaffRole | null) =>
      withPassword(() => call(client.api.admin.users[':id'].role.$put({ param, json: { role } }))),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useBan(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ban: BanUser) =>
      withPassword(() =>
        call(client.api.admin.users[':id'].ban.$post({ param: { id: String(id) }, json: ban })),
      ),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useUnban(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      withPassword(() => call(client.api.admin.users[':id'].ban.$delete({ param: { id: String(id) } }))),
    onSettled: () => refreshAdmin(queryClient),
  })
}
