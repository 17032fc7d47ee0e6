import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Asks anew for what has changed, also for what is being asked for the first time just now: that answer may be from
 * before, and would pass for the new one.
 */
export async function renew(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters)
  await queryClient.invalidateQueries(filters)
}
