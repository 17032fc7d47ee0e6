import { inTime } from './in-time'

/** The database couldn't be asked, or didn't answer in time. What it was told to write may have been written. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** How long a trip to the database may take, and all trips of one caller together, in milliseconds. */
export interface TripLimits {
  read: number
  write: number
  total: number
}

/** Someone waits for the response. */
export const requestLimits: TripLimits = { read: 5000, write: 10_000, total: 10_000 }
/** D1 ends a query after 30 s itself. */
export const jobLimits: TripLimits = { read: 30_000, write: 30_000, total: Number.POSITIVE_INFINITY }

/**
 * What a trip does to the database when it's made twice: `read` nothing, `repeatable` the same as once,
 * though it then tells of other changes; `write` may do it twice, or answer as if someone else had done it.
 */
export type Effect = 'read' | 'repeatable' | 'write'

const effects: readonly Effect[] = ['read', 'repeatable', 'write']

/** Returns what statements that are sent together do when repeated. */
export function effectOf(queries: readonly string[]): Effect {
  return effects[Math.max(...queries.map((query) => effects.indexOf(effectOfOne(query))))] ?? 'write'
}

function effectOfOne(query: string): Effect {
  if (/^\s*select\b/i.test(query)) return 'read'
  if (/^\s*with\b/i.test(query) && !/\b(insert|update|delete|replace)\b/i.test(query)) return 'read'
  if (/\breturning\b/i.test(query)) return 'write'
  const isRepeatable =
    /^\s*delete\b/i.test(query) || /^\s*insert\b.*\bon conflict\b.*\bdo nothing\b/is.test(query)
  return isRepeatable ? 'repeatable' : 'write'
}

/** What D1 says when it has too much to do, or a query was too much for it: the same again makes it worse. */
const busy = /overloaded|exceeded timeout|requests queued|exceeded its (?:memory|CPU)/i
/** What it says when the next try meets a database that works. */
const passing =
  /Network connection lost|object to be reset|reset because its code was updated|Cannot resolve D1 DB|internal error/i
/** The query never came to the database. */
const notSent = /Cannot resolve D1 DB/i

/**
 * Trips that are quicker don't count: a ban of a large account or the export of a log takes many, and the database is
 * well. The farthest round trip of docs/bench-far.md is 285 ms.
 */
const quickMs = 500

/** Pauses before the second and the third try, in milliseconds, each half to one and a half times as long. */
const pauses = [100, 300]

/**
 * Retries that an isolate may still make. Each query earns a fifth of one, so that a database in trouble never gets more
 * than 1.2 queries for one.
 */
export class RetryAllowance {
  /** For the first failures after a start, and after a long calm. */
  static readonly most = 10
  #left = RetryAllowance.most

  earn(): void {
    this.#left = Math.min(RetryAllowance.most, this.#left + 0.2)
  }

  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

/** Makes trips to the database for one request or job, none of which waits for ever. */
export class Patience {
  #waiting = 0
  #since = 0
  #endedAt = 0
  #spent = 0

  constructor(
    private readonly limits: TripLimits,
    private readonly retries = new RetryAllowance(),
  ) {}

  /**
   * Makes a trip, and again after a failure that passes where that does no harm. Throws DatabaseUnavailableError; other
   * failures, such as a broken constraint, stay what they are.
   */
  async trip<T>(effect: Effect, send: () => Promise<T>): Promise<T> {
    this.#begin()
    try {
      return await this.#tryTrip(effect, send)
    } finally {
      this.#end()
    }
  }

  async #tryTrip<T>(effect: Effect, send: () => Promise<T>): Promise<T> {
    this.retries.earn()
    for (let tries = 0; ; tries += 1) {
      const ms = this.#timeFor(effect)
      if (ms <= 0) throw new DatabaseUnavailableError('The database took all the time that a request has')
      try {
        return await inTime(send(), ms, () => {
          throw new DatabaseUnavailableError('The database did not answer in time')
        })
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        const isBusy = busy.test(message)
        if (!isBusy && !passing.test(message)) throw error
        const pause = pauses[tries]
        const mayRepeat = !isBusy && (effect !== 'write' || notSent.test(message))
        if (!mayRepeat || pause === undefined || !this.retries.take())
          throw new DatabaseUnavailableError(message, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      }
    }
  }

  /** Trips at the same time take their time once, and a request that did something else for long has all of it again. */
  #begin(): void {
    const now = Date.now()
    if (this.#waiting === 0) {
      if (now - this.#endedAt >= this.limits.total) this.#spent = 0
      this.#since = now
    }
    this.#waiting += 1
  }

  #end(): void {
    this.#waiting -= 1
    if (this.#waiting > 0) return
    this.#endedAt = Date.now()
    const took = this.#endedAt - this.#since
    if (took >= quickMs) this.#spent += took
  }

  #timeFor(effect: Effect): number {
    const { read, write, total } = this.limits
    return Math.min(effect === 'read' ? read : write, total - this.#spent - (Date.now() - this.#since))
  }
}
