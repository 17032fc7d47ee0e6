import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { renew } from './renew'

/**
 * Coordinates optimistic updates of a list across mutations with the same `key`. Once the last one settles,
 * the list refetches if any was refused or a read was cancelled for them.
 */
export function useShownAtOnce(key: string, filters: QueryFilters) {
  const queryClient = useQueryClient()
  const mutationKey = [key]
  const isDoubtful = useRef(false)

  return {
    mutationKey,
    /** Cancels running requests, whose responses would undo the change on screen. */
    async stopReads() {
      if (queryClient.isFetching(filters) > 0) isDoubtful.current = true
      await queryClient.cancelQueries(filters)
    },
    settle(error: Error | null) {
      if (error) isDoubtful.current = true
      if (!isDoubtful.current || queryClient.isMutating({ mutationKey }) > 1) return
      isDoubtful.current = false
      void renew(queryClient, filters)
    },
  }
}
