import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CacheCounts, openEdgeCache } from '#worker/storage/edge-cache'
import { randomId } from '#worker/storage/keys'
import { TestClient } from '../../support/client'
import { config } from '../../support/videos/media'

afterEach(() => {
  vi.restoreAllMocks()
})

function open(kind: 'media' | 'rows' = 'rows', counts: CacheCounts = { hits: 0, misses: 0 }) {
  return { counts, cache: openEdgeCache(kind, config.siteOrigin, counts) }
}

describe('the edge cache', () => {
  it('gives back what was put under a name, and counts', async () => {
    const { cache, counts } = open()
    const name = randomId()
    expect(await cache.match(name)).toBeNull()
    await cache.put(name, 'kept', 60)
    expect(await (await cache.match(name))?.text()).toBe('kept')
    expect(counts).toEqual({ hits: 1, misses: 1 })
  })

  it('gives the part that a range asks for', async () => {
    const { cache } = open()
    const name = randomId()
    await cache.put(name, new Uint8Array([0, 1, 2, 3, 4]), 60)
    const found = await cache.match(name, { range: 'bytes=1-3' })
    expect(found?.status).toBe(206)
    expect([...new Uint8Array((await found?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2, 3])
  })

  it('keeps kinds apart', async () => {
    const name = randomId()
    await open('media').cache.put(name, 'kept', 60)
    expect(await open('rows').cache.match(name)).toBeNull()
  })

  it('answers nobody from outside', async () => {
    const name = randomId()
    for (const kind of ['media', 'rows'] as const) {
      await open(kind).cache.put(name, 'kept', 60)
      const response = await new TestClient().get(`/.edge/${kind}/${name}`)
      expect([response.ok, (await response.text()).includes('kept')]).toEqual([false, false])
    }
  })

  it.each(['match', 'put'] as const)('is a miss, and no fault, while its %s fails', async (broken) => {
    const real = await caches.open('nocturne-rows')
    const warnings = vi.spyOn(console, 'warn')
    vi.spyOn(real, broken).mockRejectedValue(new Error('The cache is gone'))
    vi.spyOn(caches, 'open').mockResolvedValue(real)
    const { cache, counts } = open()
    const name = randomId()
    await cache.put(name, 'kept', 60)
    expect(await cache.match(name)).toBeNull()
    expect(counts).toEqual({ hits: 0, misses: 1 })
    expect(String(warnings.mock.calls[0]?.[0])).toContain('The cache is gone')
  })

  describe('is a miss after two seconds', () => {
    const never = new Promise<never>(() => undefined)
    const afterTwoSeconds = async <T>(asked: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(2000)
      return asked
    }

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })

    afterEach(() => {
      vi.useRealTimers()
    })

    it.each(['match', 'json'] as const)('while it does not answer a %s', async (way) => {
      vi.spyOn(Cache.prototype, 'match').mockReturnValue(never)
      const { cache, counts } = open()
      expect(await afterTwoSeconds<unknown>(cache[way](randomId()))).toBeNull()
      expect(counts).toEqual({ hits: 0, misses: 1 })
    })

    it('where an entry does not end', async () => {
      const endless = new Response(new ReadableStream({ pull: () => never }))
      vi.spyOn(Cache.prototype, 'match').mockResolvedValue(endless)
      expect(await afterTwoSeconds(open().cache.json(randomId()))).toBeNull()
    })
  })

  it('is a miss where an entry breaks off', async () => {
    const { cache } = open()
    const name = randomId()
    await cache.put(name, '{"at":0,"resu', 60)
    expect(await cache.json(name)).toBeNull()
  })

  it('is a miss where it cannot be opened', async () => {
    vi.spyOn(caches, 'open').mockRejectedValue(new Error('The cache is gone'))
    const { cache } = open()
    await cache.put('name', 'kept', 60)
    expect(await cache.match('name')).toBeNull()
  })
})
