import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { formatBytes } from '#contract/values/shared/bytes'
import { maxLogoBytes } from '#contract/values/shared/look'
import { legalBodyLength } from '#contract/values/site/legal-text'
import { maxCaptionBytes } from '#contract/values/videos/media'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes started by another site: Fetch Metadata first, then Origin, compared with the configured
 * origin (the Host header is the caller's choice). hono/csrf lets cross-site JSON through, so it isn't used.
 */
export function csrf(): MiddlewareHandler<AppEnv> {
  return async function csrfGuard(c, next) {
    if (!safeMethods.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const foreign =
        site !== undefined
          ? site !== 'same-origin'
          : origin !== undefined && origin !== c.var.ctx.config.siteOrigin
      if (foreign) throw new AppError('cross_site', 'This request came from another site.')
    }
    await next()
  }
}

/** Bytes of a JSON body: many times the longest that the schemas accept, except for a legal text. */
const maxJsonBytes = 64 * 1024
/**
 * Bytes of a request with a legal text: three a character at most, doubled for the title and JSON's overhead.
 */
const maxLegalBytes = 6 * legalBodyLength.max

/**
 * Refuses bodies other than JSON, WebVTT for captions, and raw bytes for upload parts and the logo. Raw bytes
 * are sent by PUT, which no form can do.
 */
export function jsonBodies(): MiddlewareHandler<AppEnv> {
  const json = limitTo(maxJsonBytes, 'The request is too large.')
  const legal = limitTo(maxLegalBytes, 'The request is too large.')
  const captions = limitTo(
    maxCaptionBytes,
    `Caption files can be up to ${formatBytes(maxCaptionBytes)} large.`,
  )
  const logo = limitTo(maxLogoBytes, `A logo can be up to ${formatBytes(maxLogoBytes)} large.`)
  return async function jsonBodiesGuard(c, next) {
    const { method, path } = c.req
    const hasBody = c.req.raw.body !== null && c.req.header('content-length') !== '0'
    if (!hasBody || (method === 'PUT' && /^\/api\/uploads\/[^/]+\/parts\//.test(path))) return next()
    if (method === 'PUT' && path === '/api/admin/settings/logo') return logo(c, next)
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (method === 'PUT' && /^\/api\/(admin\/)?videos\/[^/]+\/captions\//.test(path)) {
      if (type !== 'text/vtt') {
        throw new AppError('unsupported_body', 'Send WebVTT with the content type text/vtt.')
      }
      return captions(c, next)
    }
    if (!safeMethods.has(method) && type !== 'application/json') {
      throw new AppError('unsupported_body', 'Send JSON with the content type application/json.')
    }
    const parsed = async () => {
      await refuseMark(c)
      await next()
    }
    return path.startsWith('/api/admin/legal/') ? legal(c, parsed) : json(c, parsed)
  }
}

/**
 * Refuses bodies other than a plain form's, and longer ones than the API takes. No preflight precedes a form, so one
 * that doesn't say where it comes from is refused, too: every browser does.
 */
export function formBodies(): MiddlewareHandler<AppEnv> {
  const limit = limitTo(maxJsonBytes, 'The request is too large.')
  return async function formBodiesGuard(c, next) {
    if (!c.req.header('sec-fetch-site') && !c.req.header('origin'))
      throw new AppError('cross_site', "This form wasn't sent from our page.")
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/x-www-form-urlencoded')
      throw new AppError(
        'unsupported_body',
        'Send a form with the content type application/x-www-form-urlencoded.',
      )
    return limit(c, next)
  }
}

/** Refuses a byte order mark, as RFC 8259 asks of senders: decoding would drop it silently. */
async function refuseMark(c: Context<AppEnv>): Promise<void> {
  const [first, second, third] = new Uint8Array(await c.req.arrayBuffer())
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    throw new AppError('malformed_body', "We couldn't read that request.")
  }
}

/** Limits a body by its Content-Length, or else while it is read. */
function limitTo(maxSize: number, detail: string): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('too_large', detail)
    },
  })
}
