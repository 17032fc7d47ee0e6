import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../env'
import { insistOnRecentPassword } from '../services/accounts/sessions'
import { insistOnAccount } from './routers'

/**
 * For routes whose act is always grave. Stands before the input is looked at, so that the web asks for the password once
 * and sends the same again.
 */
export function requireRecentPassword(): MiddlewareHandler<AppEnv> {
  return async function recentPasswordGuard(c, next) {
    const { ctx } = c.var
    insistOnAccount(ctx.actor)
    insistOnRecentPassword({ ...ctx, actor: ctx.actor })
    await next()
  }
}
