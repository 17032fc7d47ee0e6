import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fieldReport } from '#contract/schemas/site/field-data'
import { bucketStarts, fieldLimits, timeMetrics } from '#contract/values/site/field-data'
import { createAnalyticsEngine } from '#worker/integrations/analytics/analytics-engine'
import { countsOf } from '#worker/services/site/field-data/counts'
import { figuresOf } from '#worker/services/site/field-data/figures'
import { bucketOf, quantile } from '#worker/services/site/field-data/histogram'

const starts = bucketStarts.lcp

function histogramOf(values: readonly number[]): number[] {
  const counts = starts.map(() => 0)
  for (const value of values) {
    const bucket = bucketOf(starts, value)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

describe('a quantile of a histogram', () => {
  it('is in the bucket of the exact one', () => {
    const values = fc.array(fc.double({ min: 0, max: 29_999, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(values, fc.constantFrom(0.5, 0.75, 0.95), (all, share) => {
        const exact = [...all].sort((one, other) => one - other)[Math.ceil(share * all.length) - 1] ?? 0
        const estimate = quantile(starts, histogramOf(all), share) ?? Number.NaN
        const bucket = bucketOf(starts, exact)
        expect(estimate).toBeGreaterThanOrEqual(starts[bucket] ?? 0)
        expect(estimate).toBeLessThanOrEqual(starts[bucket + 1] ?? 0)
      }),
    )
  })

  it('never falls when a value is replaced by a greater one', () => {
    const value = fc.integer({ min: 0, max: 60_000 })
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), value, value, (rest, one, other) => {
        const [low, high] = [one, other].sort((a, b) => a - b) as [number, number]
        const of = (values: number[]) => quantile(starts, histogramOf(values), 0.75) ?? Number.NaN
        expect(of([...rest, high])).toBeGreaterThanOrEqual(of([...rest, low]))
      }),
    )
  })

  it('is nothing without a value, and the start of the last bucket at its end', () => {
    expect(quantile(starts, histogramOf([]), 0.75)).toBeNull()
    expect(quantile(starts, histogramOf([600_000]), 0.75)).toBe(30_000)
  })

  it('has the limits of good and poor among the edges of its buckets', () => {
    for (const metric of timeMetrics)
      expect([metric, fieldLimits[metric].filter((limit) => !bucketStarts[metric].includes(limit))]).toEqual([
        metric,
        [],
      ])
  })
})

describe('a report', () => {
  it('becomes one count of each figure, and its errors once', () => {
    const report = fieldReport.parse({
      route: '/video/:id',
      lcp: 2500,
      cls: 0,
      firstFrame: 812.3,
      stalls: 2,
      quality: 720,
      errors: ['network', 'network'],
      hits: 12,
      misses: 3,
    })
    const all = countsOf(report, 'FRA')
    expect(all.map(({ metric, bucket, count }) => [metric, bucket, count])).toEqual([
      ['visit', 'all', 1],
      ['lcp', String(starts.indexOf(2500)), 1],
      ['cls', '0', 1],
      ['firstFrame', String(starts.indexOf(800)), 1],
      ['play', 'stalled', 1],
      ['quality', '720', 1],
      ['error', 'network', 1],
      ['edge', 'hit', 12],
      ['edge', 'miss', 3],
      ['colo', 'FRA', 1],
    ])
    const ofPages = all.filter(({ route }) => route === '/video/:id')
    expect(ofPages.map(({ metric }) => metric)).toEqual(['visit', 'lcp', 'cls', 'firstFrame'])
  })

  it('has a quality only of what was played', () => {
    const counts = countsOf({ route: '/', quality: 720 }, null)
    expect(counts.map(({ metric }) => metric)).toEqual(['visit'])
  })
})

it('counts of another version are left out', () => {
  const count = { route: '/', count: 5 }
  const figures = figuresOf([
    { ...count, metric: 'visit', bucket: 'all' },
    { ...count, metric: 'lcp', bucket: '999' },
    { ...count, metric: 'warp', bucket: '1' },
    { ...count, metric: 'error', bucket: 'gremlins' },
  ])
  expect(figures).toMatchObject({ visits: 5, lcp: null, errors: [], routes: [{ route: '/', visits: 5 }] })
})

describe('Analytics Engine', () => {
  const account = 'a1'.repeat(16)
  const engineWith = (response: () => Response) => {
    const send = vi.fn<typeof fetch>(async () => response())
    const binding = { writeDataPoint: vi.fn() }
    const api = { account, token: 'a-token' }
    return { binding, send, engine: createAnalyticsEngine({ binding, dataset: 'speed', api, fetch: send }) }
  }

  it('is written a point for each count, and read by one query with their weights', async () => {
    const row = { metric: 'lcp', route: '/', bucket: '3' }
    const { engine, binding, send } = engineWith(() => Response.json({ data: [{ ...row, count: '12' }] }))
    engine.write([{ ...row, count: 1 }])
    expect(binding.writeDataPoint).toHaveBeenCalledWith({
      indexes: ['/'],
      blobs: ['lcp', '/', '3'],
      doubles: [1],
    })
    expect(await engine.readFrom(Date.UTC(2026, 10, 21))).toEqual([{ ...row, count: 12 }])
    const [url, init] = send.mock.calls[0] ?? []
    expect(url).toBe(`https://api.cloudflare.com/client/v4/accounts/${account}/analytics_engine/sql`)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a-token')
    expect(init?.body).toContain('SUM(_sample_interval * double1)')
    expect(init?.body).toContain("FROM speed\nWHERE timestamp >= toDateTime('2026-11-21 00:00:00')")
  })

  it('is believed in its own shape alone', async () => {
    const refused = engineWith(() => new Response('no such token', { status: 403 }))
    await expect(refused.engine.readFrom(0)).rejects.toThrow('Analytics Engine answered 403.')
    for (const data of [
      [{ metric: 'lcp' }],
      [{ metric: 'lcp', route: '/', bucket: '3', count: 'x' }],
      null,
    ]) {
      const { engine } = engineWith(() => Response.json({ data }))
      await expect(engine.readFrom(0)).rejects.toThrow('something else than counts')
    }
  })
})
