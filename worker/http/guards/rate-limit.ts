import type { MiddlewareHandler } from 'hono'
import { inTime } from '#db/in-time'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'
import { describeError, log } from '../../log'

/** A counter that takes longer isn't worth waiting for. */
const limitMs = 500

/**
 * Coarse outer guard, before a route touches the database. Counters are per location and eventually
 * consistent; exact limits are in services/shared/rate-limits, and go on alone where the counter fails.
 */
export function outerLimit(binding: 'API_LIMIT' | 'AUTH_LIMIT'): MiddlewareHandler<AppEnv> {
  return async function outerLimitGuard(c, next) {
    const { address } = c.var.ctx.client
    // Without a key the binding silently reports success.
    if (!address) throw new Error('No client address to limit by')
    if (!(await isWithin(c.env[binding], address, c.var.ctx.requestId))) {
      throw new AppError('rate_limited', 'Too many requests. Please wait a minute.', { retryAfter: 60 })
    }
    await next()
  }
}

/** Counts a call of `key`. A counter that fails refuses no one. */
export async function isWithin(limit: RateLimit, key: string, requestId: string): Promise<boolean> {
  try {
    const { success } = await inTime(limit.limit({ key }), limitMs, () => {
      throw new Error('The limiter did not answer in time')
    })
    if (typeof success !== 'boolean') throw new Error('The limiter answered something else')
    return success
  } catch (error) {
    log('error', 'limiter.failed', { requestId, ...describeError(error) })
    return true
  }
}
