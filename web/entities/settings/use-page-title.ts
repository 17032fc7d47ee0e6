import { useEffect } from 'react'
import { useSiteName } from './settings-query'

/**
 * Sets the document's title: `Premium · Nocturne`, or the site's name alone. Undefined keeps the title that
 * the worker wrote.
 */
export function usePageTitle(title: string | null | undefined): void {
  const siteName = useSiteName()
  useEffect(() => {
    if (title !== undefined) document.title = title === null ? siteName : `${title} · ${siteName}`
  }, [title, siteName])
}
