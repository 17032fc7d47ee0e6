import { run } from '#tools/programs/process'
import { startSite } from '#tools/site/start'
import { type Cost, costsOf, type Endpoint, endpoints } from '../requests/endpoints.ts'

/** Videos of the catalogue. */
export const sizes = [1000, 100_000, 1_000_000]
/** Uploads of one account that no one else may see. */
const hidden = 2000
const uploaders = 1000

/** Requests that need no account. */
export const publicEndpoints: Endpoint[] = endpoints.filter(({ signedIn }) => !signedIn)

export interface SizeCosts {
  /** By size, then by endpoint. */
  bySize: Cost[][]
  withHidden: Cost[]
  /** Seconds that it took to fill up to each size. */
  seconds: number[]
}

/** Fills the local database, which has the demo content, step by step, and measures public requests after each. */
export async function measureSizes(): Promise<SizeCosts> {
  const bySize: Cost[][] = []
  const seconds: number[] = []
  let after = 0
  for (const size of sizes) {
    const began = performance.now()
    await fill('--users', String(uploaders), '--videos', String(size), '--after', String(after))
    seconds.push((performance.now() - began) / 1000)
    bySize.push(await measure())
    after = size
  }
  await fill('--users', '0', '--videos', '0', '--hidden', String(hidden))
  return { bySize, withHidden: await measure(), seconds }
}

/**
 * Returns a table of the rows, and whether a request's are over its budget or differ between the sizes. Only
 * the smallest size may have fewer, since it lacks some of the rows that a request reads.
 */
export function sizesTable({ bySize, withHidden, seconds }: SizeCosts): { table: string; isWrong: boolean } {
  let isWrong = false
  const rows = publicEndpoints.map(({ name, rows: budget }, at) => {
    const [small = Number.NaN, ...full] = [...bySize, withHidden].map(
      (costs) => costs[at]?.rows ?? Number.NaN,
    )
    const [large = Number.NaN] = full
    const isEqual = full.every((count) => count === large) && small <= large
    const note = isEqual ? (large <= budget ? '' : ' **over**') : ' **differs**'
    isWrong ||= note !== ''
    return `| ${name} | ${[small, ...full].join(' | ')} | ${budget}${note} |`
  })
  const named = hidden.toLocaleString('en')
  const columns = [...sizes.map((size) => size.toLocaleString('en')), `and ${named} hidden`, 'budget']
  const table = `| rows read by a request, by videos | ${columns.join(' | ')} |
| --- | ${columns.map(() => '---:').join(' | ')} |
${rows.join('\n')}

The ${named} hidden ones are the newest and most popular uploads of one account: private, pending, quarantined or broken. A search looks at
500 matches at most (decision 040), and 1,000 videos have fewer. Filling up to each size took ${seconds.map((each) => each.toFixed(0)).join(', ')} s.`
  return { table, isWrong }
}

async function fill(...amounts: string[]): Promise<void> {
  await run(process.execPath, ['scripts/db-fill.ts', ...amounts])
}

async function measure(): Promise<Cost[]> {
  const site = await startSite({ NEAR_SECONDS: '0' })
  return costsOf(publicEndpoints).finally(() => site.stop())
}
