import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/schemas/accounts/auth'
import { viewerQuery } from './viewer-query'

/** Answers that are the same for everyone; all others belong to whoever asked. */
const shared = ['/api/settings', '/api/categories', '/api/legal']

/** Takes over who is looking. Nothing of the one before stays behind, and what is on screen loads anew. */
export async function changeViewer(queryClient: QueryClient, user: User | null): Promise<void> {
  const [viewerKey] = viewerQuery.queryKey
  const predicate = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
    typeof key === 'string' && key !== viewerKey && !shared.some((path) => key.startsWith(path))
  await queryClient.cancelQueries(viewerQuery)
  queryClient.setQueryData(viewerQuery.queryKey, user)
  queryClient.removeQueries({ predicate, type: 'inactive' })
  void queryClient.invalidateQueries({ predicate })
}
