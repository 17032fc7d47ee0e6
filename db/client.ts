import { drizzle } from 'drizzle-orm/d1'
import { type Effect, effectOf, jobLimits, Patience } from './patience'
import { refuseSharedNames } from './result-columns'

/** A request's use of the database, for Server-Timing and the tests. */
export interface D1Counts {
  queries: number
  /** Consecutive round trips: simultaneous ones count once. */
  trips: number
  rowsRead: number
  rowsWritten: number
  /** Time spent waiting for trips; simultaneous ones are added up. */
  ms: number
}

export const zeroCounts = (): D1Counts => ({ queries: 0, trips: 0, rowsRead: 0, rowsWritten: 0, ms: 0 })

/** The methods used of a database, which a session of one has too. */
export type D1Access = Pick<D1Database, 'prepare' | 'batch'>

/**
 * Returns the only access to D1. Counts rows read and written, waits no longer than `patience` allows, and
 * refuses results with two columns of the same name: D1 returns rows as objects, so the second would silently
 * replace the first.
 */
export function createDb(d1: D1Access, counts = zeroCounts(), patience = new Patience(jobLimits)) {
  // Without the schema, which only relational queries use and which would be analysed for each request.
  return drizzle(countingDatabase(d1, counts, patience))
}

export type Db = ReturnType<typeof createDb>

function countingDatabase(d1: D1Access, counts: D1Counts, patience: Patience): D1Database {
  const counted: Counted = async (effect, send) => {
    const trip = counts.trips + 1
    const from = Date.now()
    const results = await patience.trip(effect, send).finally(() => {
      counts.ms += Date.now() - from
      counts.trips = Math.max(counts.trips, trip)
    })
    for (const { meta } of results) {
      counts.queries += 1
      counts.rowsRead += meta.rows_read
      counts.rowsWritten += meta.rows_written
    }
    return results
  }
  return {
    prepare: (query: string) => {
      refuseSharedNames(query)
      return new CountingStatement(query, d1.prepare(query), counted) as unknown as D1PreparedStatement
    },
    batch: <T>(given: D1PreparedStatement[]) => {
      const statements = given as unknown as CountingStatement[]
      return counted(effectOf(statements.map(({ query }) => query)), () =>
        d1.batch<T>(statements.map(({ inner }) => inner)),
      )
    },
  } satisfies D1Access as unknown as D1Database
}

/** Sends a trip and counts its use of the database. */
type Counted = <T>(effect: Effect, send: () => Promise<D1Result<T>[]>) => Promise<D1Result<T>[]>

/** Implements the parts of a statement that drizzle uses, and nothing else. */
class CountingStatement {
  constructor(
    readonly query: string,
    readonly inner: D1PreparedStatement,
    private readonly counted: Counted,
  ) {}

  bind(...values: unknown[]): CountingStatement {
    return new CountingStatement(this.query, this.inner.bind(...values), this.counted)
  }

  run<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    return this.single((statement) => statement.run<T>())
  }

  all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    return this.single((statement) => statement.all<T>())
  }

  /** Drizzle's selects come here. D1's own raw() has no meta, so rows are read as objects and taken apart. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all()
    return results.map((row) => Object.values(row))
  }

  private async single<T>(
    send: (statement: D1PreparedStatement) => Promise<D1Result<T>>,
  ): Promise<D1Result<T>> {
    const [result] = await this.counted(effectOf([this.query]), async () => [await send(this.inner)])
    if (!result) throw new Error('A statement has one result')
    return result
  }
}
