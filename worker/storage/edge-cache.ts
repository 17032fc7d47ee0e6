import { describeError, log } from '../log'

/** Use of the edge cache by a request, for Server-Timing and the tests. */
export interface CacheCounts {
  hits: number
  misses: number
}

/**
 * A cache of the place that answers, near the viewer. An entry may be gone at any time, and is found by whoever
 * knows its name: callers decide who may see it first. It never fails: a fault is logged and counts as a miss.
 */
export interface EdgeCache {
  /** A `range` among the headers is answered by a 206 with that part. */
  match(name: string, headers?: HeadersInit): Promise<Response | null>
  put(name: string, body: BodyInit, seconds: number): Promise<void>
}

export function openEdgeCache(kind: 'media' | 'rows', siteOrigin: string, counts: CacheCounts): EdgeCache {
  // Entries are named by addresses of the site, and no route answers these.
  const address = (name: string) => `${siteOrigin}/.edge/${kind}/${name}`
  /** Each kind has a store of its own, apart from what a fetch keeps. */
  const use = async <T>(work: (cache: Cache) => Promise<T>): Promise<T | undefined> => {
    try {
      return await work(await caches.open(`nocturne-${kind}`))
    } catch (error) {
      log('warn', 'edge-cache.failed', { kind, ...describeError(error) })
    }
  }
  return {
    match: async (name, headers = {}) => {
      const found = await use((cache) => cache.match(new Request(address(name), { headers })))
      counts[found ? 'hits' : 'misses'] += 1
      return found ?? null
    },
    put: async (name, body, seconds) => {
      const response = new Response(body, { headers: { 'cache-control': `max-age=${seconds}` } })
      await use((cache) => cache.put(address(name), response))
    },
  }
}
