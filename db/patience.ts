import { inTime } from './in-time'

/**
 * The database couldn't be reached, or didn't respond in time. A write may have been carried out
 * nevertheless.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** The longest time for a trip to the database, and for all trips of one caller together, in milliseconds. */
export interface TripLimits {
  read: number
  write: number
  total: number
}

/** For requests: someone waits for the response. */
export const requestLimits: TripLimits = { read: 5000, write: 10_000, total: 10_000 }
/** For jobs: D1 itself ends a query after 30 s. */
export const jobLimits: TripLimits = { read: 30_000, write: 30_000, total: Number.POSITIVE_INFINITY }

/**
 * The effect of a trip that is made twice. `read`: none. `repeatable`: the same as once, though the second
 * result reports different changes. `write`: possibly twice the effect, or a result as if someone else had
 * made the change.
 */
export type Effect = 'read' | 'repeatable' | 'write'

const effects: readonly Effect[] = ['read', 'repeatable', 'write']

/** Returns the effect of repeating statements that are sent together. */
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

/**
 * D1's messages when it is overloaded, or a query was too much for it: repeating it would make things worse.
 */
const busy = /overloaded|exceeded timeout|requests queued|exceeded its (?:memory|CPU)/i
/** D1's messages when a retry is likely to reach a working database. */
const passing =
  /Network connection lost|object to be reset|reset because its code was updated|Cannot resolve D1 DB|internal error/i
/** The query never reached the database. */
const notSent = /Cannot resolve D1 DB/i

/**
 * Trips quicker than this don't count towards the total: a ban of a large account or the export of a log
 * takes many trips, although the database is well. The slowest round trip in docs/bench-far.md is 285 ms.
 */
const quickMs = 500

/**
 * Pauses before the second and the third try, in milliseconds. Each is varied from half to one and a half
 * times its length.
 */
const pauses = [100, 300]

/**
 * The retries that an isolate may still make. Each query earns a fifth of one, so that a database in trouble
 * never gets more than 1.2 times the queries.
 */
export class RetryAllowance {
  /** Enough for the first failures after a start, and after a long calm. */
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

/** Makes the database trips of one request or job, none of which waits for ever. */
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
   * Makes a trip, and repeats it after a temporary failure if that does no harm. Throws
   * DatabaseUnavailableError; other failures, such as a violated constraint, are passed on.
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

  /**
   * Simultaneous trips count their time once. A request that did something else for long gets the whole time
   * again.
   */
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
