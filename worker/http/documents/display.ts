import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { displayChoices, displayCookie, neutralIcon, neutralTitle } from '#contract/values/site/display'
import { shell } from '#dist/worker/page-shell.js'

/** The parts of a document that a browser's choices change. */
interface Display {
  /** Attributes of the root element. */
  root: string
  head: string
  icons: string
}

/**
 * Applies the choices that are stored in this browser. A script would come too late: the tab shows the title,
 * and the browser's history keeps it, as soon as the document arrives.
 */
export function applyDisplay(c: Context, head: string): Display {
  const { icons } = shell.parts
  const chosen = displayChoices.filter((name) => getCookie(c, name) === displayCookie.value)
  if (chosen.length === 0) return { root: '', head, icons }
  // Safari keeps a cookie of a script for a week, so it is set again here. Scripts still read and remove it,
  // so it isn't HttpOnly.
  const attributes = { path: '/', sameSite: 'Lax', secure: new URL(c.req.url).protocol === 'https:' } as const
  for (const name of chosen)
    setCookie(c, name, displayCookie.value, { ...attributes, maxAge: displayCookie.maxAge })
  const root = ` class="${chosen.join(' ')}"`
  if (!chosen.includes('discreet')) return { root, head, icons }
  return {
    root,
    head: head.replace(/<title>.*?<\/title>/s, `<title>${neutralTitle}</title>`),
    icons: `<link rel="icon" href="${neutralIcon}">${shell.discreet}`,
  }
}
