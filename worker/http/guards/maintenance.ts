import type { Context, MiddlewareHandler } from 'hono'
import { can } from '#contract/values/accounts/permissions'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'
import type { Settings } from '../../storage/settings-store'
import { isOpenCall } from './open-paths'

/**
 * Answers 503 to everyone but administrators. Documents aren't guarded here: the page itself says that the
 * site is closed.
 */
export function maintenance(): MiddlewareHandler<AppEnv> {
  return async function maintenanceGuard(c, next) {
    // Signing in stays open, or no administrator could come back.
    if (!isOpenCall(c.req.path) && !c.req.path.startsWith('/api/auth/')) await refuseWhileClosed(c)
    await next()
  }
}

/** Throws while the site is closed to the requester. */
export async function refuseWhileClosed(c: Context<AppEnv>): Promise<void> {
  const { ctx, identity } = c.var
  if (!ctx.settings.maintenanceMode) return
  refuseIfClosed(ctx.settings, can((await identity.actor()).role, 'desk.open'))
}

export function refuseIfClosed(settings: Settings, isStaff: boolean): void {
  if (!settings.maintenanceMode || isStaff) return
  throw new AppError('maintenance', 'The site is down for maintenance. Please come back later.', {
    retryAfter: 120,
  })
}
