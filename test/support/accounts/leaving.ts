import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { createDb, zeroCounts } from '#db/client'
import { users } from '#db/schema'
import { pruneExpired } from '#worker/jobs/prune'
import type { ServiceContext } from '#worker/services/context'
import { deleteDueAccounts } from '#worker/services/leaving/account-deletion/delete-due'
import { revocationsKeptMs } from '#worker/storage/revocations'
import { jobContext } from '../context'
import { day, type makeUser, testDb, testPassword } from '../factories'
import { signInAt } from '../moderation/removals'

const db = testDb()

/** A minute in which every cron task is due. */
export const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000
/** End of the grace period of an account that left then. */
export const over = start + 7 * day

export type Person = Awaited<ReturnType<typeof makeUser>>

/** Deletes an account through the API. */
export async function leave(person: Person, now = start): Promise<void> {
  const client = await signInAt(person, now)
  const response = await client.request('DELETE', '/api/account', { json: { password: testPassword } })
  if (!response.ok) throw new Error(`Not left: ${await response.text()}`)
}

/** Lets limit windows and revocations expire, which name the caller and the files until then. */
export async function letWindowsEnd(): Promise<void> {
  await pruneExpired(await jobContext(over + revocationsKeptMs + 1))
}

/** Returns the keys of files that the bucket still has. */
export async function stillStored(keys: readonly string[]): Promise<string[]> {
  const heads = await Promise.all(keys.map(async (key) => ((await env.MEDIA.head(key)) ? [key] : [])))
  return heads.flat()
}

/** Runs the job until no account is left to erase. */
export async function deleteAllDue(now = over): Promise<void> {
  const ctx = await jobContext(now)
  for (let run = 0; run < 100; run += 1) {
    await deleteDueAccounts(ctx)
    const [left] = await db.select({ id: users.id }).from(users).where(sql`delete_at <= ${now}`)
    if (!left) return
  }
  throw new Error('Erasing comes to no end')
}

class Killed extends Error {}

/**
 * Returns a context whose worker is killed at this call of the database or the bucket: before the call takes
 * effect or, with `after`, after it.
 */
export async function dyingContext(now: number, calls: number, after: boolean): Promise<ServiceContext> {
  let left = calls
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1
    if (left < 0 || (left === 0 && !after)) throw new Killed('Killed')
    const answer = await work()
    if (left === 0) throw new Killed('Killed')
    return answer
  }
  const ctx = await jobContext(now)
  const remove = (keys: string[]) => call(() => ctx.media.remove(keys))
  const counts = zeroCounts()
  return { ...ctx, db: createDb(dyingDatabase(env.DB, call), counts), media: { ...ctx.media, remove } }
}

export function isKilled(error: unknown): boolean {
  // The database client wraps its errors.
  return error instanceof Error && (error instanceof Killed || isKilled(error.cause))
}

type Call = <T>(work: () => Promise<T>) => Promise<T>

function dyingDatabase(d1: D1Database, call: Call): D1Database {
  return {
    prepare: (query: string) => new DyingStatement(d1.prepare(query), call),
    batch: (statements: DyingStatement[]) => call(() => d1.batch(statements.map(({ inner }) => inner))),
  } as unknown as D1Database
}

class DyingStatement {
  constructor(
    readonly inner: D1PreparedStatement,
    private readonly call: Call,
  ) {}

  bind(...values: unknown[]): DyingStatement {
    return new DyingStatement(this.inner.bind(...values), this.call)
  }

  run() {
    return this.call(() => this.inner.run())
  }

  all() {
    return this.call(() => this.inner.all())
  }
}
