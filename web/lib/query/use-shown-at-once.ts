import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { renew } from './renew'

/**
 * For mutations of a list whose outcome is shown before the server has it. They share `key`: what is shown is put right
 * once the last of them is settled, if one was refused or a read was stopped for them.
 */
export function useShownAtOnce(key: string, filters: QueryFilters) {
  const queryClient = useQueryClient()
  const mutationKey = [key]
  const isDoubtful = useRef(false)

  return {
    mutationKey,
    /** Stops what is being asked for: its answer would bring back what is changed now. */
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
