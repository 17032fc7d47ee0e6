import { type Operations, type RecordedVisit, total, type VisitPart } from './recorded-visit.ts'

/**
 * Rows that a view and its curve write after the answer, which Server-Timing doesn't see: counted in views.test.ts and
 * statistics.test.ts, and by `npm run bench:counters`.
 */
const rowsWrittenLater = 4 + 2
/**
 * CPU of a request, in milliseconds: the one number that wasn't measured, but assumed well above most
 * requests.
 */
const cpuEach = 2
/** 100,000 minutes at 4 Mbit/s, and half as much again for renditions, pictures and previews. */
const storedGb = 3000 * 1.5

/**
 * Cloudflare's prices in dollars, as of November 2026, with the monthly allowance of the $5 Workers Paid
 * plan.
 */
const plan = 5
const prices = {
  requests: { included: 10e6, each: 0.3 / 1e6 },
  cpu: { included: 30e6, each: 0.02 / 1e6 },
  rowsRead: { included: 25e9, each: 0.001 / 1e6 },
  rowsWritten: { included: 50e6, each: 1 / 1e6 },
  r2Reads: { included: 10e6, each: 0.36 / 1e6 },
  kvReads: { included: 10e6, each: 0.5 / 1e6 },
} as const
const storage = { includedGb: 10, each: 0.015 }

export type Length = 'short' | 'long'

export interface MonthlyCost {
  operations: Record<keyof typeof prices, number>
  /** In dollars, without storage. */
  dollars: number
}

/** Returns the operations of a visit: home, a category, the video's page, and 200 MB of the video. */
function visitOf({ parts, segments }: RecordedVisit, length: Length): Operations {
  const each = Array<VisitPart>(segments).fill('long video, each segment')
  const watched: VisitPart[] =
    length === 'short' ? ['short video, file'] : ['long video, playlists and start', ...each]
  const pages: VisitPart[] = [
    'home, page and calls',
    'home, pictures',
    'category, page and calls',
    'category, pictures',
    'video page and calls',
    'video page, pictures',
  ]
  return total([...pages, ...watched].map((part) => parts[part]))
}

/**
 * Returns the cost of a month. The edge cache answers the share `warm` of reads from R2 and D1; every request
 * still reaches the worker.
 */
export function costOf(views: number, visit: RecordedVisit, length: Length, warm: number): MonthlyCost {
  const each = visitOf(visit, length)
  const cold = 1 - warm
  const operations = {
    requests: views * each.requests,
    cpu: views * each.requests * cpuEach,
    rowsRead: views * each.rowsRead * cold,
    rowsWritten: views * (each.rowsWritten + rowsWrittenLater),
    r2Reads: views * each.r2Reads * cold,
    kvReads: views * each.kvReads,
  }
  const beyond = (Object.keys(prices) as (keyof typeof prices)[]).map(
    (name) => Math.max(0, operations[name] - prices[name].included) * prices[name].each,
  )
  return { operations, dollars: beyond.reduce((sum, each) => sum + each, plan) }
}

/** Most dollars of a million views with storage, by the share that the edge cache has. */
const goals = new Map([
  [0, 120],
  [0.9, 95],
])

/** Returns the table of docs/scale.md: a million views. */
export function monthTable(visit: RecordedVisit): string {
  const stored = (storedGb - storage.includedGb) * storage.each
  const lines = (['short', 'long'] as const).flatMap((length) =>
    [0, 0.5, 0.9].map((warm) => {
      const { operations: each, dollars } = costOf(1_000_000, visit, length, warm)
      const goal = goals.get(warm)
      const all = dollars + stored
      const cells = [
        `${length}, ${warm * 100}% warm`,
        ...[each.requests, each.r2Reads, each.rowsRead, each.rowsWritten].map(millions),
        `$${dollars.toFixed(0)}`,
        `$${all.toFixed(0)}`,
        goal === undefined ? '' : `$${goal}${all > goal ? ', **missed**' : ''}`,
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return [
    '| video, edge cache | requests | R2 reads | D1 rows read | D1 rows written | operations | with storage | goal |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}

/** Returns the table of docs/operating.md: long videos, none of which is in the cache. */
export function costTable(visit: RecordedVisit): string {
  const lines = [10_000, 100_000, 1_000_000].map((views) => {
    const { operations: each, dollars } = costOf(views, visit, 'long', 0)
    const cells = [
      views.toLocaleString('en'),
      ...[each.requests, each.r2Reads, each.rowsRead, each.rowsWritten].map(millions),
    ]
    return `| ${[...cells, `$${Math.round(dollars)}`].join(' | ')} |`
  })
  return [
    '| views a month | requests | R2 reads | D1 rows read | D1 rows written | without storage |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}

function millions(count: number): string {
  return `${(count / 1e6).toLocaleString('en', { maximumFractionDigits: count < 1e6 ? 2 : 1 })} M`
}
