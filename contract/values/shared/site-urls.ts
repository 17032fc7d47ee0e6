interface ParsedUrl {
  hostname: string
  pathname: string
}

/** The class `URL`, which isn't among the contract's types. */
interface Urls<Url> {
  parse(text: string, base?: string): Url | null
}

/** Characters that emails and chats leave around a URL. */
const wrapping = /^[<("'\s]+|[>)"'.,;\s]+$/g
/** The page of a list that is shared by its link. */
const listPage = /^\/+list\/+([\w-]{22})\/*$/

/** Returns a text without the characters that emails and chats put around a URL. */
export function unwrapUrl(text: string): string {
  return text.replace(wrapping, '')
}

/**
 * Parses a URL as people write it: without a scheme, or as a path of the site at `origin`. Returns null for
 * any other text.
 */
export function parseWrittenUrl<Url>(text: string, origin: string, urls: Urls<Url>): Url | null {
  const address = unwrapUrl(text)
  if (/^https?:/i.test(address)) return urls.parse(address)
  if (address.startsWith('/') && !address.startsWith('//')) return urls.parse(address, origin)
  return urls.parse(`https://${address.replace(/^\/+/, '')}`)
}

/** Returns the path of one of the site's URLs; null for another site's. */
export function pathOnSite(text: string, origin: string, urls: Urls<ParsedUrl>): string | null {
  const [url, site] = [parseWrittenUrl(text, origin, urls), urls.parse(origin)]
  return url && site && bareHost(url) === bareHost(site) ? url.pathname : null
}

/** Returns the key of a shared list from its URL, written in any of these ways; null for any other text. */
export function listKeyIn(text: string, origin: string, urls: Urls<ParsedUrl>): string | null {
  return listPage.exec(pathOnSite(text, origin, urls) ?? '')?.[1] ?? null
}

/** Drops the port as well: a site has only one. */
function bareHost({ hostname }: ParsedUrl): string {
  return hostname.replace(/^www\./, '')
}
