import { drizzle } from 'drizzle-orm/d1'
import { refuseSharedNames } from './result-columns'
import * as schema from './schema'

/** Database use of a request, for Server-Timing and the tests. */
export interface D1Counts {
  queries: number
  rowsRead: number
  rowsWritten: number
}

/**
 * Returns the only access to D1. Counts rows read and written, and refuses results with two columns of one
 * name: D1 returns rows as objects, so the second would silently replace the first.
 */
export function createDb(d1: D1Database, counts: D1Counts) {
  return drizzle(countingDatabase(d1, counts), { schema })
}

export type Db = ReturnType<typeof createDb>

function countingDatabase(d1: D1Database, counts: D1Counts): D1Database {
  const count = (meta: D1Meta) => {
    counts.queries += 1
    counts.rowsRead += meta.rows_read
    counts.rowsWritten += meta.rows_written
  }
  return {
    prepare: (query: string) => {
      refuseSharedNames(query)
      return new CountingStatement(d1.prepare(query), count) as unknown as D1PreparedStatement
    },
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const results = await d1.batch<T>(
        statements.map((statement) => (statement as unknown as CountingStatement).inner),
      )
      for (const result of results) count(result.meta)
      return results
    },
  } satisfies Pick<D1Database, 'prepare' | 'batch'> as unknown as D1Database
}

/** Implements the parts of a statement that drizzle uses, and nothing else. */
class CountingStatement {
  constructor(
    readonly inner: D1PreparedStatement,
    private readonly count: (meta: D1Meta) => void,
  ) {}

  bind(...values: unknown[]): CountingStatement {
    return new CountingStatement(this.inner.bind(...values), this.count)
  }

  async run<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    const result = await this.inner.run<T>()
    this.count(result.meta)
    return result
  }

  async all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    const result = await this.inner.all<T>()
    this.count(result.meta)
    return result
  }

  /** Drizzle's selects come here. D1's own raw() has no meta, so rows are read as objects and taken apart. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all()
    return results.map((row) => Object.values(row))
  }
}
