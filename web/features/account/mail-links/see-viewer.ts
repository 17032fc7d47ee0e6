import type { QueryClient } from '@tanstack/react-query'
import { viewerQuery } from '../../../entities/viewer/viewer-query'

/** Shows what a link changed of whoever is signed in; a mail is often opened where nobody is. */
export async function seeViewer(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryData(viewerQuery.queryKey)) await queryClient.invalidateQueries(viewerQuery)
}
