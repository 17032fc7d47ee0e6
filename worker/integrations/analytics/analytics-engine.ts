import * as z from 'zod'
import type { FieldCount } from '#contract/values/site/field-data'

/** An account of Cloudflare's, and a token that may read its analytics. */
export interface AnalyticsApi {
  account: string
  token: string
}

/** Counts in Workers Analytics Engine. */
export interface AnalyticsEngine {
  write(counts: readonly FieldCount[]): void
  /** Sums the counts written since a time. Throws with a sentence that says what went wrong. */
  readFrom(time: number): Promise<FieldCount[]>
}

const answerTimeoutMs = 8000

/** ClickHouse writes 64-bit integers as strings. */
const answer = z.object({
  data: z.array(
    z.object({ metric: z.string(), route: z.string(), bucket: z.string(), count: z.coerce.number().min(0) }),
  ),
})

interface Options {
  binding: AnalyticsEngineDataset
  /** Name of the dataset that the binding writes to. */
  dataset: string
  api: AnalyticsApi
  fetch: typeof fetch
}

/** Writes by the binding, and reads by the SQL API, which only a token opens. */
export function createAnalyticsEngine({ binding, dataset, api, fetch: send }: Options): AnalyticsEngine {
  return {
    write(counts) {
      for (const { metric, route, bucket, count } of counts)
        binding.writeDataPoint({ indexes: [route], blobs: [metric, route, bucket], doubles: [count] })
    },
    async readFrom(time) {
      const response = await send(
        `https://api.cloudflare.com/client/v4/accounts/${api.account}/analytics_engine/sql`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${api.token}` },
          body: sumsFrom(dataset, time),
          // The token must not follow a redirect to another host.
          redirect: 'manual',
          signal: AbortSignal.timeout(answerTimeoutMs),
        },
      )
      // Its message about a refused query isn't for the panel.
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(`Analytics Engine answered ${response.status}.`)
      }
      const parsed = answer.safeParse(await response.json())
      if (!parsed.success) throw new Error('Analytics Engine answered something else than counts.')
      return parsed.data.data
    },
  }
}

/**
 * Returns the query for the sums. The weight of each point makes up for those that were left out under load.
 */
function sumsFrom(dataset: string, time: number): string {
  const from = new Date(time).toISOString().slice(0, 19).replace('T', ' ')
  return `SELECT blob1 AS metric, blob2 AS route, blob3 AS bucket, SUM(_sample_interval * double1) AS count
FROM ${dataset}
WHERE timestamp >= toDateTime('${from}')
GROUP BY metric, route, bucket
FORMAT JSON`
}
