import { queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/auth'
import type { Capability } from '#contract/values/accounts/permissions'
import { call, client } from '../../lib/api'
import { ApiError } from '../../lib/api-error'
import { bootKeys } from '../../lib/query/keys'

/** Queries the signed-in account; null for a visitor. */
export const viewerQuery = queryOptions({
  queryKey: bootKeys.viewer,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(client.api.auth.me.$get({}, { init: { signal } }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

export interface Viewer {
  user: User | null
  /** True until the viewer is known: neither signed in nor signed out. */
  pending: boolean
  can: (capability: Capability) => boolean
}

export function useViewer(): Viewer {
  const { data, isPending } = useQuery(viewerQuery)
  const user = data ?? null
  const can = (capability: Capability) => user?.capabilities.includes(capability) ?? false
  return { user, pending: isPending, can }
}
