import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { viewsPerAddress, viewWindow } from '#contract/values/shared/limits'
import { hour } from '#contract/values/shared/time'
import { createDb, type Db } from '#db/client'
import { addLike } from '#db/queries/videos/library/likes'
import { addView } from '#db/queries/videos/views'
import { migratedDatabase } from '#tools/database/migrations'
import { parseConfig } from '#worker/config'
import { signSessionToken } from '#worker/services/accounts/sessions/index'

// The part of `npm run bench:counters` that uses the worker's own code.

export interface WriteCost {
  what: string
  /** D1's own count for one batch, after others. */
  rowsRead: number
  rowsWritten: number
  /** Milliseconds of SQL by D1's `meta.duration`, a mean. */
  sql: number
  /** Milliseconds of CPU for the same batch in the SQLite that Node has, in a file, a mean of many. */
  cpu: number
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

type Batch = ReturnType<typeof view> | ReturnType<typeof like>
type Kinds = [what: string, batch: (db: Db, index: number) => Batch][]

/** Returns the batches of the site's own services. Each index is another viewer. */
function kindsOf(videoId: number, userIds: readonly number[]): Kinds {
  return [
    ['a view without an account', (db, index) => view(db, videoId, `address-${index}`, null)],
    ['a view with an account', (db, index) => view(db, videoId, `shared-${index}`, `u:direct-${index}`)],
    ['a view that counted already', (db) => view(db, videoId, 'address-0', null)],
    ['a like', (db, index) => like(db, userIds[index] ?? 0, videoId)],
  ]
}

/** Runs each kind of batch in the local D1, for its counts, and in SQLite alone, for its CPU time. */
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
    const costs: WriteCost[] = []
    for (const [what, batch] of kindsOf(videoId, userIds)) {
      const counted = await countInD1(proxy.env.DB, batch, userIds.length)
      // The first time, Node compiles its own code, too.
      cpuInSqlite(batch, userIds)
      costs.push({ what, ...counted, cpu: cpuInSqlite(batch, userIds) })
    }
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

/** Returns the statements alone, without the names of their results, which a plain batch doesn't take. */
function like(db: Db, userId: number, videoId: number) {
  const [row, inDay, inOwnerDay, { counted }] = addLike(db, userId, videoId, Date.now())
  return [row, inDay, inOwnerDay, counted] as const
}

async function countInD1(
  d1: D1Database,
  batch: (db: Db, index: number) => Batch,
  times: number,
): Promise<Pick<WriteCost, 'rowsRead' | 'rowsWritten' | 'sql'>> {
  const meter = { rowsRead: 0, rowsWritten: 0, duration: 0 }
  const db = createDb(metered(d1, meter))
  // The first batch of a day also makes the day's rows.
  await db.batch(batch(db, 0))
  const before = { ...meter }
  await db.batch(batch(db, 1))
  const rowsRead = meter.rowsRead - before.rowsRead
  const rowsWritten = meter.rowsWritten - before.rowsWritten
  for (let index = 2; index < times; index += 1) await db.batch(batch(db, index))
  return { rowsRead, rowsWritten, sql: (meter.duration - before.duration) / (times - 1) }
}

interface Meter {
  rowsRead: number
  rowsWritten: number
  duration: number
}

/** Adds up D1's own figures about batches. The site's counts leave out the time. */
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

/** Returns the CPU time of this process alone, which other load on the machine hardly changes. */
function cpuInSqlite(batch: (db: Db, index: number) => Batch, userIds: readonly number[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-writes-'))
  const sqlite = migratedDatabase(join(folder, 'counters.sqlite'))
  try {
    sqlite.exec('PRAGMA journal_mode = WAL')
    const user =
      sqlite.prepare(`INSERT INTO users (id, username, username_canonical, username_skeleton, email,
      email_canonical, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, '', 0)`)
    for (const id of userIds) user.run(id, ...Array<string>(5).fill(`user${id}`))
    sqlite.exec(`INSERT INTO videos (id, user_id, title, title_folded, description, category_id, created_at)
      VALUES (1, ${userIds[0]}, 'One', 'one', '', 1, 0)`)
    const db = createDb({} as D1Database)
    const batches = userIds.map((_, index) => batch(db, index).map((statement) => statement.toSQL()))
    const prepared = (batches[0] ?? []).map(({ sql }) => sqlite.prepare(sql))
    const run = (statements: (typeof batches)[number]) => {
      sqlite.exec('BEGIN')
      for (const [at, { params }] of statements.entries()) prepared[at]?.all(...(params as string[]))
      sqlite.exec('COMMIT')
    }
    const [first = [], ...rest] = batches
    run(first)
    const since = process.cpuUsage()
    for (const statements of rest) run(statements)
    const { user: own, system } = process.cpuUsage(since)
    return (own + system) / 1000 / rest.length
  } finally {
    sqlite.close()
    rmSync(folder, { recursive: true })
  }
}
