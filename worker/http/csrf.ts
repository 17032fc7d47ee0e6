import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../env'
import { AppError } from '../errors'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site started: Fetch Metadata first, then Origin, compared with the configured origin
 * (the Host header is the caller's choice). hono/csrf lets cross-site JSON through, so it isn't used.
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

/** Bytes of a JSON body: the longest that the schemas let in, many times over. */
const maxJsonBytes = 64 * 1024

/** A body is JSON or, for the parts of an upload, raw bytes; anything a form could send is refused. */
export function jsonBodies(): MiddlewareHandler<AppEnv> {
  const limit = bodyLimit({
    maxSize: maxJsonBytes,
    onError: () => {
      throw new AppError('too_large', 'The request is too large.')
    },
  })
  return async function jsonBodiesGuard(c, next) {
    const hasBody = c.req.raw.body !== null && c.req.header('content-length') !== '0'
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    const rawBytes = c.req.method === 'PUT' && /^\/api\/uploads\/[^/]+\/parts\//.test(c.req.path)
    if (!safeMethods.has(c.req.method) && hasBody && !rawBytes && type !== 'application/json') {
      throw new AppError('unsupported_body', 'Send JSON with the content type application/json.')
    }
    if (hasBody && !rawBytes) return limit(c, next)
    await next()
  }
}
