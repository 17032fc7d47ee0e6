/** Rows that the bench counted, by the name of the request in docs/bench.md. */
export type BenchRows = Record<string, number>

/**
 * What one view takes: the video's page, the playlists, 70 segments of a film of 400 s, which is the budget of a view,
 * a dozen thumbnails, and the calls that count it. Each is a request of the worker.
 */
const segments = 70
const thumbnails = 12
const playlists = 2
const calls = 3
/** Rows that a view and its curve write: counted in views.test.ts and statistics.test.ts. */
const rowsWritten = 4 + 2
/** CPU of a request, in milliseconds: an assumption, well above what most take. */
const cpuEach = 2

/** Cloudflare's prices in dollars, as of November 2026, with what the Workers Paid plan of $5 includes a month. */
const plan = 5
const prices = {
  requests: { included: 10e6, each: 0.3 / 1e6 },
  cpu: { included: 30e6, each: 0.02 / 1e6 },
  rowsRead: { included: 25e9, each: 0.001 / 1e6 },
  rowsWritten: { included: 50e6, each: 1 / 1e6 },
  r2Reads: { included: 10e6, each: 0.36 / 1e6 },
} as const

export interface MonthlyCost {
  views: number
  operations: Record<keyof typeof prices, number>
  /** In dollars. */
  dollars: number
}

/** Returns the cost of a month without storage. Every byte is read from R2 here; what the edge caches costs less. */
export function costOf(views: number, rows: BenchRows): MonthlyCost {
  const media = segments + playlists + thumbnails
  const requests = views * (1 + media + calls)
  const rowsOf = (name: string) => {
    const found = rows[name]
    if (found === undefined) throw new Error(`docs/bench.md has no row called ${name}`)
    return found
  }
  const perView =
    rowsOf('video page, HTML with boot data') +
    rowsOf('master playlist') +
    rowsOf('playlist of a rendition') +
    segments * rowsOf('segment') +
    rowsOf('related to a video')
  const operations = {
    requests,
    cpu: requests * cpuEach,
    rowsRead: views * perView,
    rowsWritten: views * rowsWritten,
    r2Reads: views * (segments + thumbnails),
  }
  const beyond = (Object.keys(prices) as (keyof typeof prices)[]).map(
    (name) => Math.max(0, operations[name] - prices[name].included) * prices[name].each,
  )
  return { views, operations, dollars: beyond.reduce((sum, each) => sum + each, plan) }
}

/** Reads the counts with 100,000 of each out of docs/bench.md. */
export function benchRows(markdown: string): BenchRows {
  const lines = [...markdown.matchAll(/^\| ([^|]+) \| [\d,]+ \| [\d,]+ \| ([\d,]+) \| [\d,]+ \|$/gm)]
  return Object.fromEntries(
    lines.map(([, name = '', rows = '']) => [name.trim(), Number(rows.replaceAll(',', ''))]),
  )
}

/** Returns the table of docs/operating.md. */
export function costTable(rows: BenchRows): string {
  const millions = (count: number) =>
    `${(count / 1e6).toLocaleString('en', { maximumFractionDigits: count < 1e6 ? 2 : 1 })} M`
  const lines = [10_000, 100_000, 1_000_000].map((views) => {
    const { operations: each, dollars } = costOf(views, rows)
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
