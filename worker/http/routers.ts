import { type Context, Hono, type Env as HonoEnv, type MiddlewareHandler } from 'hono'
import { METHODS } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { type Capability, can } from '#contract/values/accounts/permissions'
import { requestAccount } from '#contract/values/accounts/request-account'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import type { Actor, UserActor, UserContext } from '../services/context'

/**
 * Environment of handlers behind a guard: the actor is an account. Not exported, so that a router has it only
 * together with the guard.
 */
type AccountEnv = {
  Bindings: Env
  Variables: { ctx: UserContext }
}

/**
 * Returns a router without a guard. By default Hono first tries a faster router, which can't order our routes
 * and gives up in favour of this one.
 */
export function plainRouter<AnyEnv extends HonoEnv>(): Hono<AnyEnv> {
  return new Hono<AnyEnv>({ router: new TrieRouter() })
}

/**
 * Returns a router whose routes are open to everyone, and whose handlers don't know the account. Handlers
 * whose answer depends on it use `readAs`.
 */
export function openRoutes(): Hono<AppEnv> {
  return plainRouter<AppEnv>()
}

/**
 * Returns a router whose routes are open to everyone, and whose handlers know the account of a signed-in
 * viewer.
 */
export function viewerRoutes(): Hono<AppEnv> {
  return guardedRoutes(() => undefined) as unknown as Hono<AppEnv>
}

/** Returns a router whose routes are all for signed-in accounts. */
export function accountRoutes(): Hono<AccountEnv> {
  return guardedRoutes(insistOnAccount)
}

/**
 * Returns a router whose routes are all for staff with a capability. It may contain any other staff router.
 */
export function staffRoutes(capability: Capability): Hono<AccountEnv> {
  return guardedRoutes(staffGuard(capability))
}

/** Guards a staff route that needs another capability as well as its router's. */
export function requireCapability(capability: Capability): MiddlewareHandler<AppEnv> {
  const insist = staffGuard(capability)
  return async function capabilityGuard(c, next) {
    await identify(c, insist)
    await next()
  }
}

async function identify(c: Context<AppEnv>, insist: Insist): Promise<void> {
  const ctx = await c.var.identity.own()
  insist(ctx.actor)
  insistOnSame(ctx.actor, c.req.header(requestAccount))
  c.set('ctx', ctx)
}

/** Throws where a request is for another account than the session's: work of a page that outlived its session. */
function insistOnSame(actor: Actor, meant: string | undefined): void {
  if (meant !== undefined && (actor.kind !== 'user' || meant !== String(actor.id)))
    throw new AppError(
      'other_account',
      "You're signed in to another account. Sign in to this one, then try again.",
    )
}

/** Throws for a visitor. Routes don't call it: their router does. */
export function insistOnAccount(actor: Actor): asserts actor is UserActor {
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Please sign in first.')
}

function staffGuard(capability: Capability): Insist {
  const insist: StaffInsist = (actor) => {
    insistOnAccount(actor)
    if (!can(actor.role, 'desk.open') || !can(actor.role, capability))
      throw new AppError('forbidden', "You don't have permission to do this.")
  }
  insist[ofStaff] = true
  return insist
}

/** Marks the guards of staff routers. */
const ofStaff = Symbol('staff')

type Insist = (actor: Actor) => void
type StaffInsist = Insist & { [ofStaff]?: true }

const verbs = [...METHODS, 'all', 'use'] as const

/** Property in which a router keeps its guard, so that another router can compare them. */
const guardOf = Symbol('guard')

function guardedRoutes(insist: Insist): Hono<AccountEnv> {
  return guarded(plainRouter<AccountEnv>(), insist)
}

/**
 * Guards each route's handlers rather than a whole path: routers that share a path, such as `/videos`, don't
 * guard each other's routes, in whichever order they come. An unknown URL is a 404 for everyone.
 */
function guarded(routes: Hono<AccountEnv>, insist: Insist): Hono<AccountEnv> {
  const guard: MiddlewareHandler<AppEnv> = async function accountGuard(c, next) {
    await identify(c, insist)
    await next()
  }
  for (const verb of verbs) {
    const add = routes[verb] as (
      first: string | MiddlewareHandler,
      ...rest: MiddlewareHandler[]
    ) => typeof routes
    const addGuarded: typeof add = (first, ...rest) =>
      typeof first === 'string' ? add(first, guard, ...rest) : add(guard, first, ...rest)
    Object.assign(routes, { [verb]: addGuarded })
  }
  const { on } = routes as { on(method: string, path: string, ...handlers: MiddlewareHandler[]): unknown }
  const onGuarded: typeof on = (method, path, ...handlers) => on(method, path, guard, ...handlers)

  const basePath = routes.basePath.bind(routes)
  const route = routes.route.bind(routes) as (path: string, other: Hono<AccountEnv>) => typeof routes
  return Object.assign(routes, {
    on: onGuarded,
    [guardOf]: insist,
    // Makes another router on the same routes; `route` uses it too.
    basePath: (path: string) => guarded(basePath(path), insist),
    route(path: string, other: Hono<AccountEnv> & { [guardOf]?: Insist }) {
      const inner = other[guardOf]
      const isStaff = [inner, insist].every((guard: StaffInsist | undefined) => guard?.[ofStaff])
      if (inner !== insist && !isStaff) throw new Error(`The router under ${path} has another guard, or none`)
      return route(path, other)
    },
    mount(path: string): never {
      throw new Error(`What is mounted at ${path} would have no guard`)
    },
  })
}
