import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/schemas/accounts/auth'
import { viewerQuery } from './viewer-query'

/** Takes over who is looking. Nothing of the one before stays behind, and what is on screen loads anew. */
export async function changeViewer(queryClient: QueryClient, user: User | null): Promise<void> {
  // What isn't the same for everyone belongs to whoever asked.
  const predicate = ({ queryKey: [area] }: Query) => area !== 'viewer' && area !== 'site'
  await queryClient.cancelQueries(viewerQuery)
  queryClient.setQueryData(viewerQuery.queryKey, user)
  queryClient.removeQueries({ predicate, type: 'inactive' })
  void queryClient.invalidateQueries({ predicate })
}
