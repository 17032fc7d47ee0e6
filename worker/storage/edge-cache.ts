import { inTime } from '#db/in-time'
import { describeError, log } from '../log'

/** Use of the edge cache by a request, for Server-Timing and the tests. */
export interface CacheCounts {
  hits: number
  misses: number
}

/**
 * A cache of the place that answers, near the viewer. An entry may be gone at any time, and is found by
 * anyone who knows its name: callers decide who may see it first. It never fails or takes long: a fault, or
 * no answer in time, is logged and counts as a miss.
 */
export interface EdgeCache {
  /** A `range` among the headers is answered by a 206 with that part. */
  match(name: string, headers?: HeadersInit): Promise<Response | null>
  /** Returns an entry stored as JSON. */
  json<T>(name: string): Promise<T | null>
  put(name: string, body: BodyInit, seconds: number): Promise<void>
}

/** How long the cache may take, in milliseconds: a nearby one answers in a few. */
const limits = { match: 2000, put: 10_000 }

export function openEdgeCache(kind: 'media' | 'rows', siteOrigin: string, counts: CacheCounts): EdgeCache {
  // Entries are named by addresses of the site, and no route answers these.
  const address = (name: string) => `${siteOrigin}/.edge/${kind}/${name}`
  /** Each kind has its own store, apart from the default one that fetch uses. */
  const use = async <T>(ms: number, work: (cache: Cache) => Promise<T>): Promise<T | undefined> => {
    try {
      const working = caches.open(`nocturne-${kind}`).then(work)
      return await inTime(working, ms, () => {
        throw new Error('The cache did not answer in time')
      })
    } catch (error) {
      log('warn', 'edge-cache.failed', { kind, ...describeError(error) })
      return undefined
    }
  }
  const counted = <T>(found: T | undefined): T | null => {
    counts[found === undefined ? 'misses' : 'hits'] += 1
    return found ?? null
  }
  return {
    match: async (name, headers = {}) =>
      counted(await use(limits.match, (cache) => cache.match(new Request(address(name), { headers })))),
    json: async <T>(name: string) =>
      counted(await use(limits.match, async (cache) => (await cache.match(address(name)))?.json<T>())),
    put: async (name, body, seconds) => {
      const response = new Response(body, { headers: { 'cache-control': `max-age=${seconds}` } })
      await use(limits.put, (cache) => cache.put(address(name), response))
    },
  }
}
