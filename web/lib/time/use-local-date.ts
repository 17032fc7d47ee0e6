import { useSyncExternalStore } from 'react'
import { formatDate } from '../format'

const never = () => () => {}

/**
 * Formats a date in the reader's time zone. The worker doesn't know it, so its HTML is hydrated in UTC first.
 */
export function useLocalDate(iso: string | null): string | null {
  return useSyncExternalStore(
    never,
    () => iso && formatDate(iso),
    () => iso && formatDate(iso, 'UTC'),
  )
}
