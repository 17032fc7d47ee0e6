import type { MiddlewareHandler } from 'hono'
import { can } from '../../contract/values/permissions'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import type { Settings } from '../storage/settings-store'

/** What stays open while the site is closed: signing in, the settings that say so, and the legal texts. */
const openPaths = [/^\/api\/auth\//, /^\/api\/settings$/, /^\/api\/legal\//, /^\/api\/webhooks\//]

/** 503 for everyone but administrators. Documents are not guarded here: the page itself says that the site is closed. */
export function maintenance(): MiddlewareHandler<AppEnv> {
  return async function maintenanceGuard(c, next) {
    const { settings, actor } = c.var.ctx
    if (!openPaths.some((path) => path.test(c.req.path)))
      refuseIfClosed(settings, can(actor.role, 'site.administer'))
    await next()
  }
}

export function refuseIfClosed(settings: Settings, isAdministrator: boolean): void {
  if (!settings.maintenanceMode || isAdministrator) return
  throw new AppError('maintenance', 'The site is closed for maintenance. Please come back later.', {
    retryAfter: 120,
  })
}
