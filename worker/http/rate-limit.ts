import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../env'
import { AppError } from '../errors'

/**
 * Coarse outer guard, before a route touches the database. Counters are per location and eventually
 * consistent; exact limits are in services/shared/rate-limits.
 */
export function outerLimit(binding: 'API_LIMIT' | 'AUTH_LIMIT'): MiddlewareHandler<AppEnv> {
  return async function outerLimitGuard(c, next) {
    const { address } = c.var.ctx.client
    // Without a key the binding silently reports success.
    if (!address) throw new Error('No client address to limit by')
    const { success } = await c.env[binding].limit({ key: address })
    if (!success) {
      throw new AppError('rate_limited', 'Too many requests. Please wait a minute.', { retryAfter: 60 })
    }
    await next()
  }
}
