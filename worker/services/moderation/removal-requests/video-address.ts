import { parseWrittenUrl, pathOnSite, unwrapUrl } from '#contract/values/shared/site-urls'

/** Paths of pages that each show one video. */
const page = /^\/+(?:video|edit-video|embed)\/+([1-9]\d{0,14})\/*$/i

/**
 * Returns the video ID in one of our URLs, however it is written: without scheme or `www`, with a query, or
 * as the bare ID. Null for any other text. `origin` is the site's own.
 */
export function videoIdIn(text: string, origin: string): number | null {
  const address = unwrapUrl(text)
  if (/^#?[1-9]\d{0,14}$/.test(address)) return Number(address.replace('#', ''))
  const [, id] = page.exec(pathOnSite(address, origin, URL) ?? '') ?? []
  return id === undefined ? null : Number(id)
}

/** Returns the key in the link of an unlisted video; null for a text without one. */
export function linkKeyIn(text: string, origin: string): string | null {
  return parseWrittenUrl(text, origin, URL)?.searchParams.get('key') ?? null
}
