import { useEffect } from 'react'
import { useSiteName } from './settings-query'

/** Names the document: `Premium · Nocturne`, or the site alone. Undefined leaves the title as the worker wrote it. */
export function usePageTitle(title: string | null | undefined): void {
  const siteName = useSiteName()
  useEffect(() => {
    if (title !== undefined) document.title = title === null ? siteName : `${title} · ${siteName}`
  }, [title, siteName])
}
