import { type Distances, nowhere } from './distances'

// Bindings as far away as a profile says. Only bench/far/worker.ts has them: no build that is deployed does.

/** A value read from KV stays near for as long as the worker asks, which is 30 s. */
const nearMs = 30_000

/** The worker's place. A new place has empty caches. */
export interface Place {
  name: string
  distances: Distances
}

export function farBindings(env: Env, place: () => Place): Env {
  return {
    ...env,
    DB: farDatabase(env.DB, () => place().distances),
    MEDIA: farBucket(env.MEDIA, () => place().distances.bucket),
    SETTINGS: farSettings(env.SETTINGS, place),
  }
}

/** A cache of the place, apart from those of other places. */
export function farCaches(caches: CacheStorage, place: () => Place): CacheStorage {
  const open = async (kind: string): Promise<Cache> => {
    const { name, distances } = place()
    if (distances === nowhere) return caches.open(kind)
    return delayed(await caches.open(`${kind}.${name}`), ['match', 'put'], () => distances.cache)
  }
  return { open } satisfies Pick<CacheStorage, 'open'> as unknown as CacheStorage
}

/**
 * Returns a database whose trips go to the primary, or, in a session that doesn't begin there, to the nearest
 * replica.
 */
function farDatabase(db: D1Database, distances: () => Distances): D1Database {
  return {
    ...farSession(db, () => distances().primary),
    withSession: (from?: string) => {
      const session = db.withSession(from)
      const isPrimary = from === 'first-primary'
      return {
        ...farSession(session, () => (isPrimary ? distances().primary : distances().replica)),
        getBookmark: () => session.getBookmark(),
      }
    },
  } satisfies Pick<D1Database, 'prepare' | 'batch' | 'withSession'> as unknown as D1Database
}

function farSession(session: Pick<D1Database, 'prepare' | 'batch'>, distance: () => number) {
  return {
    prepare: (query: string) => farStatement(session.prepare(query), distance),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      await trip(distance())
      return session.batch<T>(statements)
    },
  }
}

/**
 * Returns a statement that takes a trip when it runs. It stays D1's own statement, which a batch requires.
 */
function farStatement(statement: D1PreparedStatement, distance: () => number): D1PreparedStatement {
  const { bind } = statement
  return Object.assign(delayed(statement, ['run', 'all'], distance), {
    bind: (...values: unknown[]) => farStatement(bind.apply(statement, values), distance),
  })
}

function farBucket(bucket: R2Bucket, distance: () => number): R2Bucket {
  return delayed(bucket, ['get', 'head', 'put', 'list', 'delete'], distance)
}

function farSettings(kv: KVNamespace, place: () => Place): KVNamespace {
  const readAt = new Map<string, number>()
  return delayed(kv, ['get'], () => {
    const { name, distances } = place()
    const isNear = Date.now() - (readAt.get(name) ?? 0) < nearMs
    readAt.set(name, Date.now())
    return isNear ? distances.cache : distances.kv
  })
}

/** Returns an object whose methods of these names take a trip first. */
function delayed<T extends object>(object: T, methods: (keyof T)[], distance: () => number): T {
  return new Proxy(object, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (!methods.includes(name as keyof T)) return value.bind(target)
      return async (...args: unknown[]) => {
        await trip(distance())
        return value.apply(target, args)
      }
    },
  })
}

async function trip(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
