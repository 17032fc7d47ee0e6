import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env'
import { insistOnRecentPassword } from '../../services/accounts/sessions'
import { insistOnAccount } from '../routers'

/**
 * Guards routes whose action is always sensitive. Runs before the input is checked, so that the web asks for
 * the password once and resends the same request.
 */
export function requireRecentPassword(): MiddlewareHandler<AppEnv> {
  return async function recentPasswordGuard(c, next) {
    const { ctx } = c.var
    insistOnAccount(ctx.actor)
    insistOnRecentPassword({ ...ctx, actor: ctx.actor })
    await next()
  }
}
