import { base64 } from '@scure/base'
import type { Context } from 'hono'
import { contentPolicy } from '../security-headers'

/**
 * Returns the operator's colour as a style of the document, which its policy then allows by its hash: what is painted
 * before any script runs has it already. The app takes it away with another colour.
 */
export async function accentStyle(c: Context, accent: string | null): Promise<string> {
  if (accent === null) return ''
  const style = `:root{--color-accent:${accent}}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  c.header('content-security-policy', contentPolicy(`sha256-${base64.encode(new Uint8Array(digest))}`))
  return `<style id="accent">${style}</style>`
}
