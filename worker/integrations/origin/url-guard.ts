import { urlLength } from '#contract/values/shared/limits'

/** The address of an import is refused; `message` is a sentence fit for a toast. */
export class UrlRefused extends Error {
  override readonly name = 'UrlRefused'
}

export interface UrlGuardOptions {
  /** Hosts of this site; they and their subdomains are refused. */
  ownHosts: readonly string[]
  /**
   * Origins free of the rules on scheme, port and host, such as the sandbox of a local run. Compared exactly.
   */
  allowedOrigins: readonly string[]
}

const schemes: readonly string[] = ['http:', 'https:']
const ports: readonly string[] = ['', '80', '443']

/**
 * Names that are never on the public internet: RFC 6761 (localhost, test, invalid, example), RFC 6762
 * (local), RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN's `internal`, and those of home
 * routers and companies.
 */
const reservedNames = [
  'localhost',
  'test',
  'invalid',
  'example',
  'local',
  'onion',
  'home.arpa',
  'alt',
  'internal',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'localdomain',
]

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
/** Never digits alone or `0x…`: such a last label makes the whole an IPv4 address (WHATWG URL, 3.5). */
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Returns the URL that an import may fetch: parsed, host in lower case without its last dot, no fragment. Use
 * the result, never the text. Check each redirect. A name can still resolve to a private address: see
 * isPublicAddress.
 */
export function checkImportUrl(input: string, options: UrlGuardOptions): URL {
  if (input.length > urlLength.max) throw new UrlRefused('That URL is too long.')
  if (!URL.canParse(input)) throw new UrlRefused("That isn't a valid URL.")
  const url = new URL(input)
  if (!schemes.includes(url.protocol)) throw new UrlRefused('Only http and https URLs can be imported.')
  if (url.username || url.password) throw new UrlRefused("The URL can't contain a username or password.")
  url.hash = ''
  if (options.allowedOrigins.includes(url.origin)) return url

  if (!ports.includes(url.port)) throw new UrlRefused('Only ports 80 and 443 can be used.')
  const host = plainHost(url.hostname)
  const labels = host.split('.')
  const isName = host.length <= 253 && labels.length > 1 && labels.every((part) => label.test(part))
  if (!isName || !topLabel.test(labels.at(-1) ?? '')) {
    throw new UrlRefused('The URL must name a public host, such as example.com.')
  }
  if (reservedNames.some((name) => isWithin(host, name))) {
    throw new UrlRefused("That host isn't on the public internet.")
  }
  if (options.ownHosts.some((own) => isWithin(host, plainHost(own.replace(/:\d+$/, ''))))) {
    throw new UrlRefused("You can't import a video from this site itself.")
  }
  url.hostname = host
  return url
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function isWithin(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`)
}
