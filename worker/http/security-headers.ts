import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../env'

/**
 * The policy of every document. Its only Trusted Types policy creates the URLs of our own worker scripts. `styles` is
 * the hash of the styles that the document holds itself.
 */
export const contentPolicy = (styles = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles && ` '${styles}'`}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types worker-url',
  ].join('; ')

const permissions = [
  'camera=(self)',
  'microphone=(self)',
  'geolocation=(self)',
  'fullscreen=(self)',
  'picture-in-picture=(self)',
  'autoplay=(self)',
  'payment=(self)',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
  'display-capture=()',
  'browsing-topics=()',
].join(', ')

/** The Restricted To Adults label, and the plain word: filters know one or the other. */
const adultLabels = ['RTA-5042-1996-1400-1577-RTA', 'adult']

/** The labels in the head of a document. Every response, media included, has them as a header. */
export const adultMeta = adultLabels.map((label) => `<meta name="rating" content="${label}">`).join('')

/** For responses that aren't documents: nothing in them runs, and nothing frames them. */
const inert = "default-src 'none'; frame-ancestors 'none'"

/** Sets the headers of every response, except those that the handler has set itself. */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async function securityHeadersGuard(c, next) {
    await next()
    applySecurityHeaders(c.res.headers, c.res.headers.get('content-type') ?? '')
  }
}

export function applySecurityHeaders(headers: Headers, contentType: string): void {
  const defaults: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Browsers heed it over https alone.
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    rating: adultLabels.join(', '),
  }
  if (contentType.startsWith('text/html')) {
    const policy = headers.get('content-security-policy') ?? contentPolicy()
    defaults['content-security-policy'] = policy
    // The policy says which sites may frame a document; this header couldn't say "everyone".
    if (policy.includes("frame-ancestors 'none'")) defaults['x-frame-options'] = 'DENY'
    // The wallet's popup must be able to answer its opener.
    defaults['cross-origin-opener-policy'] = 'same-origin-allow-popups'
    defaults['permissions-policy'] = permissions
  } else defaults['content-security-policy'] = inert
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
