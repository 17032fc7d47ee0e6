import { useMutationState } from '@tanstack/react-query'
import { useState } from 'react'

/** Key of the mutations that end the session of this browser. They lead home by themselves. */
export const leavingKey = ['leaving']

/**
 * Returns whether the viewer has left, or is leaving, since the page was opened. A page of an account takes such a
 * visitor for no stranger.
 */
export function useHasLeft(): boolean {
  const [since] = useState(() => Date.now())
  const times = useMutationState({
    filters: { mutationKey: leavingKey, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => state.submittedAt,
  })
  return times.some((time) => time >= since)
}
