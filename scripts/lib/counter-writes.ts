import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { viewsPerAddress, viewWindow } from '../../contract/values/shared/limits'
import { hour } from '../../contract/values/shared/time'
import { createDb, type Db } from '../../db/client'
import { addLike } from '../../db/queries/videos/likes'
import { addView } from '../../db/queries/videos/views'
import { parseConfig } from '../../worker/config'
import { signSessionToken } from '../../worker/services/accounts/sessions'

// What `npm run bench:counters` needs of the worker's own code.

/** What D1 says of the batches of one kind. */
export interface WriteCost {
  what: string
  /** Of one batch, when others came before it. */
  rowsRead: number
  rowsWritten: number
  /** Milliseconds of SQL by D1's `meta.duration`, a mean. */
  sql: number
  /** Batches in a second, one after the other and sixteen at a time. */
  alone: number
  together: number
}

type Vars = Record<string, string | undefined>

/** Returns a session cookie for each account, whose session row has the ID that `sessionOf` says. */
export async function sessionCookies(
  vars: Vars,
  userIds: readonly number[],
  sessionOf: (userId: number) => string,
): Promise<string[]> {
  const config = parseConfig(vars)
  const base = { tokenVersion: 0, premiumUntil: null, staff: null }
  return Promise.all(
    userIds.map(async (userId) => {
      const claims = { ...base, userId, sessionId: sessionOf(userId) }
      return `session=${await signSessionToken(config, claims, Date.now(), 3600)}`
    }),
  )
}

/** Runs the batches of views and likes on a video in the local D1 directly, without a worker in between. */
export async function measureWrites(
  stateDir: string,
  videoId: number,
  userIds: readonly number[],
): Promise<WriteCost[]> {
  const proxy = await getPlatformProxy<Env>({
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    const meter: Meter = { rowsRead: 0, rowsWritten: 0, duration: 0 }
    const db = createDb(metered(proxy.env.DB, meter), { queries: 0, rowsRead: 0, rowsWritten: 0 })
    const kinds: [string, (index: number) => Promise<unknown>][] = [
      ['a view without an account', (index) => db.batch(view(db, videoId, `direct-${index}`, null))],
      [
        'a view with an account',
        (index) => db.batch(view(db, videoId, `account-${index}`, `u:direct-${index}`)),
      ],
      ['a view that counted already', () => db.batch(view(db, videoId, 'direct-0', null))],
      ['a like', (index) => db.batch(likeBatch(db, userIds[index] ?? 0, videoId))],
    ]
    const costs: WriteCost[] = []
    for (const [what, write] of kinds) costs.push(await costOf(what, write, meter, userIds.length))
    return costs
  } finally {
    await proxy.dispose()
  }
}

function view(db: Db, videoId: number, address: string, account: string | null) {
  const at = Date.now()
  const counted = { videoId, at, country: 'DE', isMember: false, from: 'site' } as const
  const limits = { window: viewWindow * 1000, hour, perHour: viewsPerAddress }
  return addView(db, { videoId, at, address, account, counted }, limits)
}

/** The statements alone; their results have names, which a plain batch doesn't want. */
function likeBatch(db: Db, userId: number, videoId: number) {
  const [like, inDay, inOwnerDay, { counted }] = addLike(db, userId, videoId, Date.now())
  return [like, inDay, inOwnerDay, counted] as const
}

async function costOf(
  what: string,
  write: (index: number) => Promise<unknown>,
  meter: Meter,
  times: number,
): Promise<WriteCost> {
  // The first of a day also makes the day's rows.
  await write(0)
  const before = { ...meter }
  await write(1)
  const rowsRead = meter.rowsRead - before.rowsRead
  const rowsWritten = meter.rowsWritten - before.rowsWritten
  const half = Math.floor(times / 2)
  const alone = await perSecond(2, half, 1, write)
  const together = await perSecond(half, times, 16, write)
  const sql = (meter.duration - before.duration) / (times - 1)
  return { what, rowsRead, rowsWritten, sql, alone, together }
}

async function perSecond(
  from: number,
  to: number,
  atOnce: number,
  write: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = from
  const since = performance.now()
  const worker = async () => {
    while (next < to) await write(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return ((to - from) * 1000) / (performance.now() - since)
}

interface Meter {
  rowsRead: number
  rowsWritten: number
  duration: number
}

/** Adds up what D1 says about batches, which the site's own counts leave out: the time. */
function metered(d1: D1Database, meter: Meter): D1Database {
  return {
    prepare: (query: string) => d1.prepare(query),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const results = await d1.batch<T>(statements)
      for (const { meta } of results) {
        meter.rowsRead += meta.rows_read
        meter.rowsWritten += meta.rows_written
        meter.duration += meta.duration
      }
      return results
    },
  } satisfies Pick<D1Database, 'prepare' | 'batch'> as unknown as D1Database
}
