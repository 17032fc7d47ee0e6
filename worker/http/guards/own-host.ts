import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env'
import type { AppError } from '../../errors'
import { linkDead } from '../../services/accounts/mail-links'

/**
 * Guards targets of emailed links, and the second step of a sign-in. Both start at the configured address, so
 * a request to another hostname of ours was tampered with: it gets the same refusal as a dead link.
 */
export function ownHost(refusal: () => AppError = linkDead): MiddlewareHandler<AppEnv> {
  return async function ownHostGuard(c, next) {
    const { host } = new URL(c.var.ctx.config.siteOrigin)
    const named = [new URL(c.req.url).host, c.req.header('host') ?? host]
    if (named.some((name) => name !== host)) throw refusal()
    await next()
  }
}
