import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#web/entities/viewer/security-query'
import { useViewer } from '#web/entities/viewer/viewer-query'

/** `unconfirmed` can't write before the address of the account is confirmed. */
export type Writer = 'unknown' | 'visitor' | 'unconfirmed' | 'writer'

/** Returns whether the viewer may write comments yet. */
export function useWriter(): Writer {
  const { user, pending } = useViewer()
  // Where email can't arrive, no one has to confirm an address.
  const mayHaveTo = user !== null && !user.emailVerified
  const { data, isLoading } = useQuery({ ...securityQuery, enabled: mayHaveTo })
  if (pending || isLoading) return 'unknown'
  if (user === null) return 'visitor'
  return mayHaveTo && data?.confirmFirst ? 'unconfirmed' : 'writer'
}
