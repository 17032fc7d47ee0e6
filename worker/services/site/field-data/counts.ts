import type { FieldReport } from '#contract/schemas/site/field-data'
import { bucketStarts, type FieldCount, timeMetrics } from '#contract/values/site/field-data'
import { bucketOf } from './histogram'

/**
 * Route of measurements that aren't shown by page. Analytics Engine stamps each point with its time, by which
 * those of a visit may be put together: the less each says, the less they reveal together.
 */
const anyRoute = 'any'

/** Returns the counts that one visit adds: only the bucket of each figure. */
export function countsOf(report: FieldReport, colo: string | null): FieldCount[] {
  const { route, stalls, quality, errors = [], hits = 0, misses = 0 } = report
  const byPage = [
    ['visit', 'all', 1],
    ...timeMetrics.map((metric) => {
      const value = report[metric]
      return [metric, value === undefined ? '' : bucketOf(bucketStarts[metric], value), 1] as const
    }),
  ] as const
  const together = [
    ['play', stalls === undefined ? '' : stalls > 0 ? 'stalled' : 'smooth', 1],
    ['quality', stalls === undefined ? '' : (quality ?? ''), 1],
    ...[...new Set(errors)].map((code) => ['error', code, 1] as const),
    ['edge', 'hit', hits],
    ['edge', 'miss', misses],
    ['colo', colo ?? '', 1],
  ] as const
  return [
    ...byPage.map((counted) => [route, ...counted] as const),
    ...together.map((counted) => [anyRoute, ...counted] as const),
  ]
    .filter(([, , bucket, count]) => bucket !== '' && count > 0)
    .map(([of, metric, bucket, count]) => ({ metric, route: of, bucket: String(bucket), count }))
}
