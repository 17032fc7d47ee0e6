import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  displayChoices,
  displayCookie,
  neutralIcon,
  neutralTitle,
} from '../../../contract/values/site/display'
import type { PageShell } from './page-shell'

/** The parts of the built page that a browser's choices change. */
type Parts = Pick<PageShell, 'start' | 'beforeScripts'> & { head: string }

/**
 * Applies what this browser chose for itself. A script would come too late: the tab shows the title, and the
 * browser's history keeps it, as soon as the document arrives.
 */
export function applyDisplay(
  c: Context,
  { start, head, beforeScripts }: Parts,
  discreet: PageShell['discreet'],
): Parts {
  const chosen = displayChoices.filter((name) => getCookie(c, name) === displayCookie.value)
  if (chosen.length === 0) return { start, head, beforeScripts }
  const marked = start.replace('<html', `<html class="${chosen.join(' ')}"`)
  if (!chosen.includes('discreet')) return { start: marked, head, beforeScripts }
  return {
    start: marked,
    head: head.replace(/<title>.*?<\/title>/s, `<title>${neutralTitle}</title>`),
    beforeScripts: beforeScripts.replace(icons, `<link rel="icon" href="${neutralIcon}">${discreet}`),
  }
}

/** The site's own icons, and the manifest that names it. */
const icons = /<link rel="icon".*<link rel="manifest"[^>]*>/s
