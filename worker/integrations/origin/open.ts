import { OriginRefused } from './refused'
import { refusePrivateHost } from './resolve'
import { checkImportUrl, type UrlGuardOptions, UrlRefused } from './url-guard'

export interface OriginOptions {
  fetch: typeof fetch
  guard: UrlGuardOptions
  /** Ask DNS too, except for the guard's allowed origins. */
  checkAddress: boolean
  /** Milliseconds until the headers of one answer must be there. */
  headersTimeout: number
}

export interface Slice {
  from: number
  /** Position of the last byte; past the end is fine. */
  to: number
  /** If the file has changed, the answer is the whole file. */
  ifRange?: string
}

const maxRedirects = 3

/**
 * Requests a file or a slice of it. Every redirect is checked like the first address, since a harmless one
 * may lead to a private network. Returns status 200, 206 or 416; the body must be read or cancelled. Throws
 * OriginRefused, or the caller's own abort.
 */
export async function openOrigin(
  address: string,
  slice: Slice | null,
  options: OriginOptions,
): Promise<Response> {
  let url = guarded(address, options)
  for (let hops = 0; ; hops++) {
    await checkHost(url, options)
    const response = await request(url, slice, options)
    const location = redirectOf(response)
    if (location === null) return await checked(response)
    await response.body?.cancel()
    if (hops === maxRedirects) throw new OriginRefused('That URL redirects too many times.')
    if (!URL.canParse(location, url.href)) throw new OriginRefused('That URL redirects nowhere.')
    url = guarded(new URL(location, url).href, options)
  }
}

function guarded(address: string, { guard }: OriginOptions): URL {
  try {
    return checkImportUrl(address, guard)
  } catch (error) {
    throw error instanceof UrlRefused ? new OriginRefused(error.message) : error
  }
}

async function checkHost(url: URL, { checkAddress, guard, fetch }: OriginOptions): Promise<void> {
  if (!checkAddress || guard.allowedOrigins.includes(url.origin)) return
  await refusePrivateHost(fetch, url.hostname)
}

async function request(url: URL, slice: Slice | null, options: OriginOptions): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', accept: '*/*' }
  if (slice) headers.range = `bytes=${slice.from}-${slice.to}`
  if (slice?.ifRange) headers['if-range'] = slice.ifRange
  // Not AbortSignal.timeout, which would later cut off the body.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), options.headersTimeout)
  try {
    return await options.fetch(url.href, { headers, redirect: 'manual', signal: timeout.signal })
  } catch {
    throw new OriginRefused(
      timeout.signal.aborted ? "The server didn't respond in time." : "We couldn't reach the server.",
      true,
    )
  } finally {
    clearTimeout(timer)
  }
}

function redirectOf(response: Response): string | null {
  if (![301, 302, 303, 307, 308].includes(response.status)) return null
  return response.headers.get('location') ?? ''
}

async function checked(response: Response): Promise<Response> {
  const refusal = refusalOf(response)
  if (!refusal) return response
  await response.body?.cancel()
  throw refusal
}

function refusalOf({ status, headers }: Response): OriginRefused | null {
  if (status === 429 || status >= 500) return new OriginRefused(`The server is busy (${status}).`, true)
  if (status === 404 || status === 410) return new OriginRefused("There's no file at that URL.")
  if (status === 401 || status === 403)
    return new OriginRefused("The server won't let us download this file.")
  if (![200, 206, 416].includes(status))
    return new OriginRefused(`The server responded with status ${status}.`)
  // A compressed answer of a few kilobytes may unpack to gigabytes, and its length isn't the file's.
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== '') {
    return new OriginRefused("The server sends the file compressed, which isn't supported.")
  }
  return null
}
