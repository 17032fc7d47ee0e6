import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries whose data has changed. Cancels running requests, first ones included: their responses
 * may predate the change, yet would count as fresh.
 */
export async function renew(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters)
  await queryClient.invalidateQueries(filters)
}
