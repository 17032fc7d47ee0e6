import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/auth'
import { viewerQuery } from './viewer-query'

/** Changes the viewer. Drops all data of the previous one, and refetches what is on screen. */
export async function changeViewer(queryClient: QueryClient, user: User | null): Promise<void> {
  // Matches all data that depends on the viewer.
  const predicate = ({ queryKey: [area] }: Query) => area !== 'viewer' && area !== 'site'
  await queryClient.cancelQueries(viewerQuery)
  queryClient.setQueryData(viewerQuery.queryKey, user)
  queryClient.removeQueries({ predicate, type: 'inactive' })
  void queryClient.invalidateQueries({ predicate })
}
