import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../env'
import type { AppError } from '../errors'
import { linkDead } from '../services/accounts/accounts'

/**
 * For what mailed links do, and for the second step of a sign-in. They begin at the configured address, so that one brought
 * to another name of ours was made by somebody else's hand: it is refused as everything of its kind that does nothing.
 */
export function ownHost(refusal: () => AppError = linkDead): MiddlewareHandler<AppEnv> {
  return async function ownHostGuard(c, next) {
    const { host } = new URL(c.var.ctx.config.siteOrigin)
    const named = [new URL(c.req.url).host, c.req.header('host') ?? host]
    if (named.some((name) => name !== host)) throw refusal()
    await next()
  }
}
