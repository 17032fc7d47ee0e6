import { AppError } from '../errors'
import { objectKey } from './keys'

export interface Revocation {
  id: number
  kind: 'object' | 'session' | 'user'
  target: string
  below: number
}

/** Where the table is read: everything from a time on, or everything after an id. */
export interface RevocationSource {
  since(at: number): Promise<Revocation[]>
  after(id: number): Promise<Revocation[]>
}

/** How long an isolate goes without a look at the table, so how late a revocation may count. */
const pollMs = 10_000
/** After a failed poll the next one waits this long, so that a database in trouble isn't asked by every request. */
const retryMs = 1000
/**
 * While the table can't be read, what is known goes on counting this long; then nothing is served. A film shouldn't
 * stop for a hiccup of the database, and a minute is how late we would be with a video that must go.
 */
const graceMs = 60_000
const timeoutMs = 5000
/**
 * Addresses live for two days at most, and a session's token opens media for no longer than this after it was issued:
 * nothing older can matter.
 */
export const revocationsKeptMs = 3 * 24 * 3600_000
/** Read anew this often, so that what ran out leaves the isolate's memory. */
const reloadMs = 24 * 3600_000

/** Keeps work alive after the answer. */
type Defer = (work: Promise<unknown>) => void

interface Poll {
  since: number
  done: Promise<void>
}

interface Known {
  loadedAt: number
  lastId: number
  objects: Map<string, number>
  users: Map<string, number>
  sessions: Set<string>
}

/** The isolate's copy of the revocations. Times are the callers' ctx.now. */
export class RevocationList {
  #known: Known | null = null
  #readAt: number | null = null
  #triedAt: number | null = null
  #running: Poll | null = null

  /** Brings the list up to date where it is due. Throws `unavailable` when it can't be trusted any more. */
  async refresh(source: RevocationSource, now: number, defer: Defer): Promise<void> {
    if (within(this.#readAt, now, pollMs)) return
    if (this.#running || !within(this.#triedAt, now, retryMs)) {
      await this.#poll(source, now, defer).catch((error: unknown) => this.#requireRecent(now, error))
    }
    this.#requireRecent(now)
  }

  #requireRecent(now: number, cause?: unknown): void {
    if (within(this.#readAt, now, graceMs)) return
    throw new AppError('unavailable', 'Media is unavailable for a moment. Please try again.', {
      retryAfter: 2,
      cause,
    })
  }

  /** Whether addresses of this object are refused that were printed at this revision. */
  isRevoked(media: { object: string; revision: number }): boolean {
    return media.revision < (this.#known?.objects.get(objectKey(media.object)) ?? 0)
  }

  /** Whether the session ended, or all of its account's did. */
  isEnded(session: { sessionId: string; userId: number; tokenVersion: number }): boolean {
    if (this.#known?.sessions.has(session.sessionId)) return true
    return session.tokenVersion < (this.#known?.users.get(String(session.userId)) ?? 0)
  }

  /** One read at a time: whoever comes while it is under way waits for the same one. */
  #poll(source: RevocationSource, now: number, defer: Defer): Promise<void> {
    // A read whose request was cut off never ends.
    if (this.#running && within(this.#running.since, now, timeoutMs)) return inTime(this.#running.done)
    const running: Poll = { since: now, done: this.#read(source, now, () => this.#running === running) }
    this.#running = running
    this.#triedAt = now
    const release = () => {
      if (this.#running === running) this.#running = null
    }
    // Others may wait for it after the request that began it was answered.
    defer(running.done.then(release, release))
    return inTime(running.done)
  }

  async #read(source: RevocationSource, now: number, isCurrent: () => boolean): Promise<void> {
    const known = this.#known && within(this.#known.loadedAt, now, reloadMs) ? this.#known : null
    const rows = known ? await source.after(known.lastId) : await source.since(now - revocationsKeptMs)
    if (!isCurrent()) return
    this.#known = add(known ?? empty(now), rows)
    this.#readAt = now
  }
}

function empty(loadedAt: number): Known {
  return { loadedAt, lastId: 0, objects: new Map(), users: new Map(), sessions: new Set() }
}

function add(known: Known, rows: Revocation[]): Known {
  for (const { id, kind, target, below } of rows) {
    known.lastId = Math.max(known.lastId, id)
    if (kind === 'session') known.sessions.add(target)
    else {
      const floors = kind === 'object' ? known.objects : known.users
      floors.set(target, Math.max(below, floors.get(target) ?? 0))
    }
  }
  return known
}

/** Requests overlap, so that `now` may lie a little before what another one noted. */
function within(at: number | null, now: number, span: number): boolean {
  return at !== null && Math.abs(now - at) < span
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Reading the revocations took too long')), timeoutMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
