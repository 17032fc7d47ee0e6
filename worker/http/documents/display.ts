import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
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
  // What a script wrote lives for a week in Safari. A script still reads and removes it, so it isn't HttpOnly.
  const attributes = { path: '/', sameSite: 'Lax', secure: new URL(c.req.url).protocol === 'https:' } as const
  for (const name of chosen)
    setCookie(c, name, displayCookie.value, { ...attributes, maxAge: displayCookie.maxAge })
  const marked = start.replace('<html', `<html class="${chosen.join(' ')}"`)
  if (!chosen.includes('discreet')) return { start: marked, head, beforeScripts }
  return {
    start: marked,
    head: head.replace(/<title>.*?<\/title>/s, `<title>${neutralTitle}</title>`),
    beforeScripts: beforeScripts.replace(siteIcons, `<link rel="icon" href="${neutralIcon}">${discreet}`),
  }
}

/** The site's own icons, and the manifest that names it. */
export const siteIcons = /<link rel="icon".*<link rel="manifest"[^>]*>/s
