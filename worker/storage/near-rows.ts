import { createHash } from 'node:crypto'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { isolateState } from '../isolate-state'
import type { EdgeCache } from './edge-cache'

/** A select, which says its SQL. */
export type Select = BatchItem<'sqlite'> & { toSQL(): { sql: string; params: unknown[] } }

/** Reads rows that are the same for everyone, from a copy near the viewer where there is one. */
export interface NearRows {
  /**
   * Returns what `db.batch` does, possibly as it was up to twice the copy's seconds ago. Only rows that everyone may
   * know of may be kept: where that takes a look at them, `mayKeep` says whether they are such rows.
   */
  batch<One extends Select, All extends Readonly<[One, ...One[]]>>(
    statements: All,
    mayKeep?: (results: BatchResponse<All>) => boolean,
  ): Promise<BatchResponse<All>>
}

interface Copy {
  /** When it was read, in milliseconds. */
  at: number
  results: unknown
}

/** After this, a copy that is being made is given up: what a request that was aborted had begun never ends. */
const patienceMs = 5000
/** A database that keeps two makers as long as that is asked by everyone who is still there. */
const waitsAtMost = 2
const makersAtMost = 1000
/** Copies that are being made, by name. Requests wait for each other's, and never for ever: see patienceMs. */
const making = isolateState(() => new Map<string, { since: number; made: Promise<unknown> }>())

interface Options {
  db: Pick<NearRows, 'batch'>
  cache: EdgeCache
  /** How long a copy is fresh; as long again, it is used while one request makes it anew. Zero: no copies. */
  seconds: number
  /** Of the worker: another one may read other fields by the same SQL. */
  version: string
  now: number
  defer(work: Promise<unknown>): void
}

export function createNearRows({ db, cache, seconds, version, now, defer }: Options): NearRows {
  const freshMs = seconds * 1000
  return {
    async batch(statements, mayKeep = () => true) {
      type Results = BatchResponse<typeof statements>
      const read = () => db.batch(statements)
      if (seconds === 0) return read()
      const name = nameOf(version, statements)
      const found = await cache.match(name)
      // An entry that breaks off is none.
      const copy = (await found?.json<Copy>().catch(() => null)) ?? null
      const age = copy ? Math.abs(now - copy.at) : Number.POSITIVE_INFINITY
      const make = () =>
        madeOnce(name, now, defer, async () => {
          const results = await read()
          if (mayKeep(results)) {
            const kept: Copy = { at: now, results }
            defer(cache.put(name, JSON.stringify(kept), 2 * seconds))
          }
          return results
        })
      if (copy && age < freshMs) return copy.results as Results
      if (copy && age < 2 * freshMs) {
        // A failure is the next request's, which waits for it.
        if (!beingMade(name, now)) defer(make().catch(() => undefined))
        return copy.results as Results
      }
      return make()
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

function beingMade(name: string, now: number): Promise<unknown> | undefined {
  const maker = making.value.get(name)
  return maker && Math.abs(now - maker.since) < patienceMs ? maker.made : undefined
}

/** Lets the isolate make one copy of a name at a time: others wait for the one that is being made. */
async function madeOnce<Results>(
  name: string,
  now: number,
  defer: Options['defer'],
  make: () => Promise<Results>,
): Promise<Results> {
  const makers = making.value
  for (let waits = 0; waits < waitsAtMost; waits += 1) {
    const running = beingMade(name, now) as Promise<Results> | undefined
    if (!running) break
    const others = await inTime(running)
    if (others) return others.results
    // The first to give up makes it anew, and the others wait for that.
    if (makers.get(name)?.made === running) makers.delete(name)
  }
  if (makers.size >= makersAtMost) return make()
  const made = make()
  makers.set(name, { since: now, made })
  const release = () => {
    if (makers.get(name)?.made === made) makers.delete(name)
  }
  // Others may wait for it after the request that began it was answered.
  defer(made.then(release, release))
  return made
}

/** Returns the results, or null where they take too long. */
async function inTime<Results>(running: Promise<Results>): Promise<{ results: Results } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    return await Promise.race([running.then((results) => ({ results })), late])
  } finally {
    clearTimeout(timer)
  }
}
