import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { contentPolicy } from '../security-headers'

/**
 * Returns the operator's colour as a style of the document, and allows it by its hash in the policy: the
 * first screen has it before any script runs. The app removes it when the colour changes.
 */
export function accentStyle(c: Context, accent: string | null): string {
  if (accent === null) return ''
  const style = `:root{--color-accent:${accent}}`
  c.header(
    'content-security-policy',
    contentPolicy(`sha256-${createHash('sha256').update(style).digest('base64')}`),
  )
  return `<style id="accent">${style}</style>`
}
