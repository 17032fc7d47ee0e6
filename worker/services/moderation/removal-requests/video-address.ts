/** Paths of pages that each show one video. */
const page = /^\/+(?:video|edit-video|embed)\/+([1-9]\d{0,14})\/*$/i
/** The page of a list that is shared by its link. */
const listPage = /^\/+list\/+([\w-]{22})\/*$/
/** Characters that emails and chats leave around a URL. */
const wrapping = /^[<("'\s]+|[>)"'.,;\s]+$/g

/**
 * Returns the video ID in one of our URLs, however it is written: without scheme or `www`, with a query, or
 * as the bare ID. Null for any other text. `origin` is the site's own.
 */
export function videoIdIn(text: string, origin: string): number | null {
  const address = text.replace(wrapping, '')
  if (/^#?[1-9]\d{0,14}$/.test(address)) return Number(address.replace('#', ''))
  const [, id] = page.exec(pathIn(address, origin) ?? '') ?? []
  return id === undefined ? null : Number(id)
}

/** Returns the key of a shared list from its URL, written in any of those ways; null for any other text. */
export function listKeyIn(text: string, origin: string): string | null {
  return listPage.exec(pathIn(text.replace(wrapping, ''), origin) ?? '')?.[1] ?? null
}

/** Returns the path of one of our URLs; null for another site's. */
function pathIn(address: string, origin: string): string | null {
  const url = parse(address, origin)
  return url && bareHost(new URL(origin)) === bareHost(url) ? url.pathname : null
}

/** Returns the key in the link of an unlisted video; null for a text without one. */
export function linkKeyIn(text: string, origin: string): string | null {
  return parse(text.replace(wrapping, ''), origin)?.searchParams.get('key') ?? null
}

function parse(address: string, origin: string): URL | null {
  if (/^https?:/i.test(address)) return URL.parse(address)
  if (address.startsWith('/') && !address.startsWith('//')) return URL.parse(address, origin)
  return URL.parse(`https://${address.replace(/^\/+/, '')}`)
}

/** Drops the port as well: a site has only one. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}
