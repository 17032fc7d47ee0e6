import { siteOrigin } from '#tools/site/local'
import { startSite } from '#tools/site/start'
import { controlPath } from '../far/distances.ts'
import { segmentOf, visitor } from '../requests/endpoints.ts'
import { workerdSeconds } from './cpu-time.ts'
import { sendLoad } from './send.ts'

export interface RequestCpu {
  name: string
  /**
   * Milliseconds of workerd's CPU: with copies of rows at the edge, and with a query of the database for each
   * request.
   */
  warm: number
  asking: number
}

const requests = 300

const paths: Record<string, string | (() => Promise<string>)> = {
  'empty answer': controlPath,
  settings: '/api/settings',
  'newest 5': '/api/videos?limit=5',
  'one video, with its ladder': '/api/videos/1',
  'search, a word': '/api/search?q=light',
  'home, HTML with boot data': '/',
  'category, HTML with boot data': '/categories/slow-light',
  'video page, HTML with boot data': '/video/1',
  segment: segmentOf,
}

/**
 * Measures the CPU time of a visitor's request, next to an answer for which the worker does nothing, in the
 * same run. Both include the local emulation, which runs D1, KV, R2 and the cache in the same process.
 */
export async function measureCpu(): Promise<RequestCpu[]> {
  const warm = await cpuWith({})
  const asking = await cpuWith({ NEAR_SECONDS: '0' })
  return Object.keys(paths).map((name, at) => ({
    name,
    warm: warm[at] ?? Number.NaN,
    asking: asking[at] ?? Number.NaN,
  }))
}

export function cpuTable(measured: RequestCpu[]): string {
  const [empty] = measured
  const cell = (value: number, base = 0) => `${value.toFixed(1)} (${(value / base).toFixed(1)} ×)`
  const rows = measured.map(
    ({ name, warm, asking }) => `| ${name} | ${cell(warm, empty?.warm)} | ${cell(asking, empty?.asking)} |`,
  )
  return `| request | warm copies at the edge | each asks the database |
| --- | ---: | ---: |
${rows.join('\n')}`
}

async function cpuWith(vars: Record<string, string>): Promise<number[]> {
  // This entry gives the empty answer; without distances its bindings are those of the site.
  const site = await startSite(vars, 'bench/far/worker.ts')
  try {
    const worker = site.services.find(({ name }) => name === 'wrangler dev')
    if (!worker) throw new Error('The site has no worker')
    // Compiling the code isn't measured.
    await sendAll(siteOrigin, requests)
    const times: number[] = []
    for (const path of Object.values(paths)) {
      const url = siteOrigin + (typeof path === 'string' ? path : await path())
      // Making the first copies isn't measured either.
      await sendAll(url, 20)
      const since = workerdSeconds(worker)
      await sendAll(url, requests)
      times.push(((workerdSeconds(worker) - since) * 1000) / requests)
    }
    return times
  } finally {
    await site.stop()
  }
}

async function sendAll(url: string, count: number): Promise<void> {
  const { statuses } = await sendLoad({ atOnce: 4, requests: count }, async (index) => {
    // Limits are by address.
    const address = `10.1.${index >> 8}.${index & 255}`
    const response = await fetch(url, { headers: { ...visitor, 'cf-connecting-ip': address } })
    await response.arrayBuffer()
    return response.ok ? 200 : response.status
  })
  if (statuses[200] !== count) throw new Error(`${url} answered ${JSON.stringify(statuses)}`)
}
