import { createHash } from 'node:crypto'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { Db } from '../../db/client'
import { isolateState } from '../isolate-state'
import type { EdgeCache } from './edge-cache'

/** A select, which says its SQL. */
export type Select = BatchItem<'sqlite'> & { toSQL(): { sql: string; params: unknown[] } }

/** Reads rows that are the same for everyone, from a copy near the viewer where there is one. */
export interface NearRows {
  /**
   * Returns what `db.batch` does, possibly as it was up to twice the copy's seconds ago. Rows of nobody but the
   * public may be read here: where that takes a look at them, `mayKeep` says whether they are.
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

/** Copies that are being made, by name. One that takes longer than this is no longer waited for. */
const patienceMs = 2000
const makersAtMost = 1000
const making = isolateState(() => new Map<string, Promise<unknown>>())

interface Options {
  db: Db
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
      const read = () => db.batch(statements) as Promise<Results>
      if (seconds === 0) return read()
      const name = nameOf(version, statements)
      const copy = (await (await cache.match(name))?.json<Copy>()) ?? null
      const age = copy ? Math.abs(now - copy.at) : Number.POSITIVE_INFINITY
      const make = () =>
        madeOnce(name, defer, async () => {
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
        if (!making.value.has(name)) defer(make().catch(() => undefined))
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

/** Lets the isolate make one copy of a name at a time: others wait for the one that is being made. */
async function madeOnce<Results>(
  name: string,
  defer: Options['defer'],
  make: () => Promise<Results>,
): Promise<Results> {
  const makers = making.value
  const running = makers.get(name) as Promise<Results> | undefined
  if (running) return inTime(running, make)
  if (makers.size >= makersAtMost) return make()
  const made = make()
  makers.set(name, made)
  const release = () => {
    if (makers.get(name) === made) makers.delete(name)
  }
  // Others may wait for it after the request that began it was answered.
  defer(made.then(release, release))
  return made
}

async function inTime<Results>(running: Promise<Results>, make: () => Promise<Results>): Promise<Results> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    // What a request that was aborted had begun never ends.
    const first = await Promise.race([running.then((results) => ({ results })), late])
    return first ? first.results : await make()
  } finally {
    clearTimeout(timer)
  }
}
