import { useEffect } from 'react'
import { neutralTitle } from '#contract/values/site/display'
import { isChosen } from '../../lib/dom/display-choice'
import { useSiteName } from './settings-query'

/** The page's own title, also while the tab doesn't say it; undefined until a page has set one. */
export let pageTitle: string | undefined

/**
 * Sets the document's title: `Premium · Nocturne`, or the site's name alone. Undefined keeps the title that
 * the worker wrote.
 */
export function usePageTitle(title: string | null | undefined): void {
  const siteName = useSiteName()
  useEffect(() => {
    if (title === undefined) return
    pageTitle = title === null ? siteName : `${title} · ${siteName}`
    document.title = isChosen('discreet') ? neutralTitle : pageTitle
  }, [title, siteName])
}
