import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { migratedDatabase } from '#tools/database/migrations'

/** An empty site's database, made once: the migrations take longer than a test. */
const image = migratedDatabase().serialize()

function emptyDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.deserialize(image)
  return db
}

/** A D1 on Node's own SQLite. Each call returns later, so that calls made at once interleave as at D1. */
export class NodeD1 {
  private db = emptyDatabase()

  empty(): void {
    this.db = emptyDatabase()
  }

  prepare(query: string): NodeStatement {
    return new NodeStatement(query, (statements) => this.send(statements))
  }

  batch(statements: NodeStatement[]) {
    return this.send(statements)
  }

  withSession() {
    return { prepare: this.prepare.bind(this), batch: this.batch.bind(this), getBookmark: () => null }
  }

  /** Runs statements in one transaction, as D1 does. */
  private async send(statements: readonly NodeStatement[]) {
    await setImmediate()
    this.db.exec('begin')
    try {
      const results = statements.map(({ query, values }) => this.run(query, values))
      this.db.exec('commit')
      return results
    } catch (error) {
      this.db.exec('rollback')
      throw error
    } finally {
      await setImmediate()
    }
  }

  private run(query: string, values: readonly SQLInputValue[]) {
    const before = this.changes()
    const results = this.db.prepare(query).all(...values)
    const changes = this.changes() - before
    return { success: true, results, meta: { changes, rows_read: results.length, rows_written: changes } }
  }

  private changes(): number {
    return Number(this.db.prepare('select total_changes() as n').get()?.n)
  }
}

class NodeStatement {
  constructor(
    readonly query: string,
    private readonly send: NodeD1['batch'],
    readonly values: readonly SQLInputValue[] = [],
  ) {}

  bind(...values: unknown[]): NodeStatement {
    const plain = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    return new NodeStatement(this.query, this.send, plain as SQLInputValue[])
  }

  async all() {
    const [result] = await this.send([this])
    return result
  }

  run() {
    return this.all()
  }
}
