import { env } from 'cloudflare:workers'
import { hour } from '#contract/values/shared/time'
import { compose } from '#worker/compose'
import type { ServiceContext, UserContext } from '#worker/services/context'
import { randomId } from '#worker/storage/keys'
import { makeUser } from './factories'

/** Creates a job's context over the real bindings, or those of a failing platform; no one is signed in. */
export async function jobContext(now = Date.now(), bindings = env): Promise<ServiceContext> {
  const { ctx } = await compose(bindings, {
    now,
    requestId: 'test',
    client: { address: '10.0.0.1', userAgent: 'test' },
    defer: () => undefined,
  })
  return ctx
}

/** Creates the context of a new account, as handlers of accountRoutes() get it. */
export async function userContext(now = Date.now()): Promise<UserContext> {
  const { id, username } = await makeUser()
  return {
    ...(await jobContext(now)),
    actor: {
      kind: 'user',
      id,
      username,
      email: `${username}@example.com`,
      emailVerifiedAt: null,
      createdAt: now,
      staff: null,
      savesHistory: true,
      mutedNotices: [],
      noticesReadAt: 0,
      premiumUntil: null,
      latestClaim: null,
      sessionId: randomId(),
      startedAt: now,
      tokenVersion: 0,
      confirmedAt: now,
      role: 'user',
    },
  }
}

/** Returns the account's context at a later time. */
export function later<Context extends ServiceContext>(ctx: Context, ms: number): Context {
  return { ...ctx, now: ctx.now + ms }
}

/** Runs a verb, and waits for the work that it defers until after the response. */
export async function settled<Context extends ServiceContext>(
  ctx: Context,
  verb: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  const deferred: Promise<unknown>[] = []
  await verb({ ...ctx, defer: (work: Promise<unknown>) => deferred.push(work) })
  await Promise.all(deferred)
}

/**
 * Returns the next whole hour with an odd number. Cron's tasks of every hour are due then, but not those that
 * read the providers' books.
 */
export function wholeHour(): number {
  return Math.floor((Date.now() + hour) / (2 * hour)) * 2 * hour + hour
}
