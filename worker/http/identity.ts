import type { Context } from 'hono'
import type { Role } from '#contract/values/accounts/roles'
import { inTime } from '#db/in-time'
import type { AppEnv } from '../env'
import { isDatabaseUnavailable } from '../errors'
import { authenticate, type SessionClaims, userRole } from '../services/accounts/sessions'
import {
  type Actor,
  type OwnReadContext,
  type ReadContext,
  type ServiceContext,
  type UserActor,
  visitor,
} from '../services/context'
import { insistOnAccount } from './routers'
import { readClaims } from './session-cookie'

/** The sender of a request. Each answer is looked up when first asked for, and once. */
export interface Identity {
  /** Returns the claims of the session's token; the database isn't asked. */
  claims(): Promise<SessionClaims | null>
  /** Returns the account from the nearest replica, which may learn late that the session ended. */
  actor(): Promise<Actor>
  /** Returns the context of an account that acts or reads its own data: from the primary. */
  own(): Promise<ServiceContext>
  /** The primary's context, before anyone is identified. */
  primary: ServiceContext
  /** Returns the role of the account, if it was looked up. */
  role(): Role | null
}

/**
 * Media requests cost no query: their rights are the token's, kept current by revocations. The framed document and
 * its calls are the same for every viewer.
 */
const namesNobody = /^\/(media|embed|api\/embed)\//

export function identityOf(c: Context<AppEnv>, ctx: ServiceContext, primary: ServiceContext): Identity {
  const claims = once(async () => (namesNobody.test(c.req.path) ? null : readClaims(c, ctx.config, ctx.now)))
  let role: Role | null = null
  const look = async (db: ServiceContext['db']) => {
    const actor = await authenticate(db, await claims(), ctx)
    role = actor.role
    return actor
  }
  const current = once(async () => look(primary.db))
  const nearest = once(async () => {
    const actor = await look(ctx.db)
    // A replica that is behind the token would take back premium that the account has just bought.
    return isAsClaimed(actor, await claims()) ? actor : current()
  })
  return {
    claims,
    actor: ctx === primary ? current : nearest,
    own: async () => ({ ...primary, actor: await current() }),
    primary,
    role: () => role,
  }
}

function isAsClaimed(actor: Actor, claims: SessionClaims | null): boolean {
  if (actor.kind !== 'user' || !claims) return !claims
  const { staff, premiumUntil, tokenVersion } = actor
  return (
    staff === claims.staff && premiumUntil === claims.premiumUntil && tokenVersion === claims.tokenVersion
  )
}

/**
 * Reads for the account that the session's token names, while the database checks the session: one trip
 * instead of two. The token is nearly always right; if it was wrong, the result is dropped and read again. So
 * `read` may write nothing that needs a valid session.
 */
export async function readAs<Found>(
  c: Context<AppEnv>,
  read: (ctx: ReadContext) => Promise<Found>,
): Promise<{ actor: Actor; found: Found }> {
  const { ctx, identity } = c.var
  const guess = await guessOf(c)
  if (!guess) return { actor: visitor, found: await read(ctx) }
  const reading = read({ ...ctx, actor: guess })
  const [actor] = await Promise.all([identity.actor(), reading.catch(() => undefined)])
  return { actor, found: actor.role === guess.role ? await reading : await read({ ...ctx, actor }) }
}

/** Milliseconds that public data waits at most to know the actor. */
const whoMs = 500

/**
 * Reads, like readAs, data for which only the actor must come from the database. If finding the actor fails
 * or takes too long, reads as for a visitor; the actor is then null.
 */
export async function readOpen<Found>(
  c: Context<AppEnv>,
  read: (ctx: ReadContext) => Promise<Found>,
): Promise<{ actor: Actor | null; found: Found }> {
  const known = await inTime(readAs(c, read), whoMs, () => null).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
    return null
  })
  return known ?? { actor: null, found: await read({ ...c.var.ctx, actor: visitor }) }
}

/** Reads the account's own data like readAs, from the primary. Throws for a visitor. */
export async function readAsOwn<Found>(
  c: Context<AppEnv>,
  read: (ctx: OwnReadContext) => Promise<Found>,
): Promise<{ actor: UserActor; found: Found }> {
  const { identity } = c.var
  const guess = await guessOf(c)
  const reading = guess && read({ ...identity.primary, actor: guess })
  const [{ actor }] = await Promise.all([identity.own(), reading?.catch(() => undefined)])
  insistOnAccount(actor)
  const isRight = actor.role === guess?.role
  return { actor, found: await (isRight && reading ? reading : read({ ...identity.primary, actor })) }
}

async function guessOf(c: Context<AppEnv>): Promise<OwnReadContext['actor'] | null> {
  const claims = await c.var.identity.claims()
  if (!claims) return null
  const { userId, staff, premiumUntil } = claims
  return { kind: 'user', id: userId, role: userRole(staff, premiumUntil, c.var.ctx.now) }
}

function once<Value>(look: () => Promise<Value>): () => Promise<Value> {
  let looked: Promise<Value> | undefined
  return () => {
    looked ??= look()
    return looked
  }
}
