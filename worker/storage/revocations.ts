import { day } from '#contract/values/shared/time'
import { inTime } from '#db/in-time'
import { AppError } from '../errors'
import { objectKey } from './keys'

export interface Revocation {
  id: number
  kind: 'object' | 'session' | 'user'
  target: string
  below: number
}

/**
 * How the table is read: in the order of IDs, from a time on or after an ID; or only the rows of one target.
 */
export interface RevocationSource {
  since(at: number, atMost: number): Promise<Revocation[]>
  after(id: number, atMost: number): Promise<Revocation[]>
  of(kind: Revocation['kind'], target: string): Promise<Revocation[]>
}

/** How long an isolate goes without reading the table, in milliseconds. */
const pollMs = 10_000
/** After a failed poll the next one waits this long, to spare a database in trouble. */
const retryMs = 1000
/**
 * How old the list may be for media that everyone may open, in milliseconds. They are served at once while
 * the table is read, so that a film doesn't stop for a hiccup of the database. Files that must go are gone
 * within this time. Rights have no grace: they wait.
 */
export const graceMs = 30_000

/** How far a request trusts the list. */
export interface Trust {
  /** How old the list may be beyond the poll, in milliseconds. */
  grace: number
  /** Whether to wait for the poll regardless: a response that is running anyway loses nothing by it. */
  waits?: boolean
}
const timeoutMs = 5000
/** Rows of one read. */
const pageSize = 5000
/**
 * Rows that an isolate holds, some 200 bytes each. A ban of a large account writes tens of thousands: from then on the
 * table is asked about each request, until they are three days old.
 */
export const heldAtMost = 20_000
/**
 * Media URLs live for two days at most, and a session's token opens media no longer than this after it was
 * issued (staff's much shorter): nothing older can matter.
 */
export const revocationsKeptMs = 3 * day
/** Reloaded this often, so that expired entries leave the isolate's memory. */
const reloadMs = day

/** Keeps work alive after the answer. */
type Defer = (work: Promise<unknown>) => void

interface Poll {
  since: number
  done: Promise<void>
}

interface Known {
  loadedAt: number
  /** Null before the first read. */
  lastId: number | null
  /** More than an isolate holds: it knows none of them. */
  isTooLong: boolean
  /** By kind and target: any version below is refused. */
  floors: Map<string, number>
}

/** The isolate's copy of the revocations. Times are the callers' ctx.now. */
export class RevocationList {
  #known: Known | null = null
  /**
   * A load in progress, the first or a reload. An interrupted one is continued, or a long table would never
   * finish.
   */
  #coming: Known | null = null
  #readAt: number | null = null
  #triedAt: number | null = null
  #running: Poll | null = null

  constructor(private readonly atMost = heldAtMost) {}

  /** Updates the list if due, within grace meanwhile. Throws `unavailable` when it can't be trusted any more. */
  async refresh(
    source: RevocationSource,
    now: number,
    defer: Defer,
    { grace, waits = false }: Trust,
  ): Promise<void> {
    if (within(this.#readAt, now, pollMs)) return
    const isDue = this.#running !== null || !within(this.#triedAt, now, retryMs)
    const polling = (isDue ? this.#poll(source, now, defer) : Promise.resolve()).then(
      () => this.#requireRecent(now),
      (error: unknown) => this.#requireRecent(now, error),
    )
    if (!within(this.#readAt, now, grace)) return polling
    // A failure is the next request's, which waits once it must.
    const polled = polling.catch(() => undefined)
    if (waits) await polled
  }

  #requireRecent(now: number, cause?: unknown): void {
    if (within(this.#readAt, now, pollMs)) return
    throw new AppError('unavailable', 'Media is temporarily unavailable. Please try again.', {
      retryAfter: 2,
      cause,
    })
  }

  /** Returns whether URLs of this object signed at this revision are refused. */
  async isRevoked(source: RevocationSource, media: { object: string; revision: number }): Promise<boolean> {
    return media.revision < (await this.#floor(source, 'object', objectKey(media.object)))
  }

  /** Returns whether the session, or its whole account's, has ended. */
  async isEnded(
    source: RevocationSource,
    session: { sessionId: string; userId: number; tokenVersion: number },
  ): Promise<boolean> {
    const [ended, lowest] = await Promise.all([
      this.#floor(source, 'session', session.sessionId),
      this.#floor(source, 'user', String(session.userId)),
    ])
    return ended > 0 || session.tokenVersion < lowest
  }

  async #floor(source: RevocationSource, kind: Revocation['kind'], target: string): Promise<number> {
    if (!this.#known?.isTooLong) return this.#known?.floors.get(`${kind} ${target}`) ?? 0
    return Math.max(0, ...(await source.of(kind, target)).map(floorOf))
  }

  /** One read at a time: concurrent requests wait for the same one. */
  #poll(source: RevocationSource, now: number, defer: Defer): Promise<void> {
    // A read whose request was aborted never ends.
    if (this.#running && within(this.#running.since, now, timeoutMs)) return inBounds(this.#running.done)
    const running: Poll = { since: now, done: this.#read(source, now, () => this.#running === running) }
    this.#running = running
    this.#triedAt = now
    const release = () => {
      if (this.#running === running) this.#running = null
    }
    // Others may wait for it after the request that began it was answered.
    defer(running.done.then(release, release))
    return inBounds(running.done)
  }

  async #read(source: RevocationSource, now: number, isCurrent: () => boolean): Promise<void> {
    const standing = this.#known && within(this.#known.loadedAt, now, reloadMs) ? this.#known : null
    const list = standing ?? this.#coming ?? empty(now)
    if (!standing) this.#coming = list
    while (!list.isTooLong) {
      const rows = await (list.lastId === null
        ? source.since(now - revocationsKeptMs, pageSize)
        : source.after(list.lastId, pageSize))
      if (!isCurrent()) return
      add(list, rows)
      if (list.floors.size > this.atMost) {
        list.isTooLong = true
        list.floors.clear()
      }
      if (rows.length < pageSize) break
    }
    this.#known = list
    this.#coming = null
    this.#readAt = now
  }
}

function empty(loadedAt: number): Known {
  return { loadedAt, lastId: null, isTooLong: false, floors: new Map() }
}

function add(known: Known, rows: Revocation[]): void {
  known.lastId = rows.at(-1)?.id ?? known.lastId ?? 0
  for (const row of rows) {
    const name = `${row.kind} ${row.target}`
    known.floors.set(name, Math.max(floorOf(row), known.floors.get(name) ?? 0))
  }
}

/** A session ends once, so the version in its row means nothing. */
function floorOf({ kind, below }: Revocation): number {
  return kind === 'session' ? 1 : below
}

/** Requests overlap, so `now` may be a little earlier than another request's. */
function within(at: number | null, now: number, span: number): boolean {
  return at !== null && Math.abs(now - at) < span
}

function inBounds(work: Promise<void>): Promise<void> {
  return inTime(work, timeoutMs, () => {
    throw new Error('Reading the revocations took too long')
  })
}
