import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminUser, BanUser } from '../../../../contract/schemas/moderation/users'
import { withPassword } from '../../../entities/viewer/with-password'
import { call, client } from '../../../lib/api'
import { refreshAdmin } from '../../../lib/query/refresh-admin'

export function useChangeRole({ id, isAdmin }: Pick<AdminUser, 'id' | 'isAdmin'>) {
  const queryClient = useQueryClient()
  const param = { id: String(id) }
  return useMutation({
    mutationFn: () =>
      withPassword<unknown>(() =>
        isAdmin
          ? call(client.api.admin.users[':id'].demote.$post({ param }))
          : call(client.api.admin.users[':id'].promote.$post({ param })),
      ),
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
