import { createHash } from 'node:crypto'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { isDatabaseUnavailable } from '../errors'
import { isolateState } from '../isolate-state'
import type { EdgeCache } from './edge-cache'
import { OneMaker } from './one-maker'

/** A select, which says its SQL. */
export type Select = BatchItem<'sqlite'> & { toSQL(): { sql: string; params: unknown[] } }

/** Reads rows that are the same for everyone, from a copy near the viewer where there is one. */
export interface NearRows {
  /**
   * Returns the results of `db.batch`, possibly from up to twice the copy's seconds ago. Only rows that
   * everyone may know of may be kept: if that depends on the rows, `mayKeep` decides. An old copy of up to
   * `spareSeconds` is used if the database can't answer.
   */
  batch<One extends Select, All extends Readonly<[One, ...One[]]>>(
    statements: All,
    options?: { mayKeep?: (results: BatchResponse<All>) => boolean; spareSeconds?: number },
  ): Promise<BatchResponse<All>>
}

interface Copy {
  /** When it was read, in milliseconds. */
  at: number
  results: unknown
}

/** Copies that an isolate makes at a time so that others wait for them. */
const makersAtMost = 1000
/** As long as a read of the database may take. */
const patienceMs = 5000
const makers = isolateState(() => new OneMaker<unknown>(patienceMs))

interface Options {
  db: Pick<NearRows, 'batch'>
  cache: EdgeCache
  /** How long a copy is fresh; as long again, it is used while one request renews it. Zero: no copies. */
  seconds: number
  /** The worker's version: another may read other fields by the same SQL. */
  version: string
  now: number
  defer(work: Promise<unknown>): void
}

export function createNearRows({ db, cache, seconds, version, now, defer }: Options): NearRows {
  const freshMs = seconds * 1000
  return {
    async batch(statements, { mayKeep = () => true, spareSeconds = 0 } = {}) {
      type Results = BatchResponse<typeof statements>
      const read = () => db.batch(statements)
      if (seconds === 0) return read()
      const name = nameOf(version, statements)
      const copy = await cache.json<Copy>(name)
      const age = copy ? Math.abs(now - copy.at) : Number.POSITIVE_INFINITY
      const readAndKeep = async () => {
        const results = await read()
        if (mayKeep(results)) {
          const kept: Copy = { at: now, results }
          defer(cache.put(name, JSON.stringify(kept), Math.max(2 * seconds, spareSeconds)))
        }
        return results
      }
      const make = async (): Promise<Results> => {
        const turn = await makers.value.turn(name, () => makers.value.size < makersAtMost)
        if (turn && 'made' in turn) return turn.made as Results
        const results = readAndKeep()
        turn?.making(results)
        // Others may wait for it after the request that began it was answered.
        defer(results.catch(() => undefined))
        return results
      }
      if (copy && age < freshMs) return copy.results as Results
      if (copy && age < 2 * freshMs) {
        // A failure is left to the next request, which waits for it.
        if (!makers.value.isMade(name)) defer(make().catch(() => undefined))
        return copy.results as Results
      }
      return make().catch((error: unknown) => {
        if (copy && age < spareSeconds * 1000 && isDatabaseUnavailable(error)) return copy.results as Results
        throw error
      })
    },
  }
}

function nameOf(version: string, statements: readonly Select[]): string {
  const asked = statements.map((statement) => {
    const { sql, params } = statement.toSQL()
    return [sql, params]
  })
  return createHash('sha256')
    .update(JSON.stringify([version, asked]))
    .digest('base64url')
}
