import type { MiddlewareHandler } from 'hono'
import { type Capability, can } from '../../contract/values/accounts/permissions'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import type { ServiceContext, UserContext } from '../services/context'

/** For a group of routes, so that no handler has to remember it. */
export function requireUser(): MiddlewareHandler<AppEnv> {
  return async function userGuard(c, next) {
    signedIn(c.var.ctx)
    await next()
  }
}

/** The same context, known to be an account's. Throws for a visitor. */
export function signedIn(ctx: ServiceContext): UserContext {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated', 'Please sign in first.')
  return ctx as UserContext
}

export function requireCapability(capability: Capability): MiddlewareHandler<AppEnv> {
  return async function capabilityGuard(c, next) {
    if (!can(signedIn(c.var.ctx).actor.role, capability))
      throw new AppError('forbidden', "You don't have permission to do this.")
    await next()
  }
}
