import type { QueryClient } from '@tanstack/react-query'
import { viewerQuery } from '#web/entities/viewer/viewer-query'

/**
 * Refreshes the viewer after a link changed the account, if anyone is signed in: emails are often opened
 * elsewhere.
 */
export async function seeViewer(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryData(viewerQuery.queryKey)) await queryClient.invalidateQueries(viewerQuery)
}
