import type { FieldReport } from '../../../../contract/schemas/site/field-data'
import { bucketStarts, type FieldCount, timeMetrics } from '../../../../contract/values/site/field-data'
import { bucketOf } from './histogram'

/** Returns what one visit adds to the counts: each figure as its bucket alone. */
export function countsOf(report: FieldReport, colo: string | null): FieldCount[] {
  const { route, stalls, quality, errors = [], hits = 0, misses = 0 } = report
  const counted = [
    ['visit', 'all', 1],
    ...timeMetrics.map((metric) => {
      const value = report[metric]
      return [metric, value === undefined ? '' : bucketOf(bucketStarts[metric], value), 1] as const
    }),
    ['play', stalls === undefined ? '' : stalls > 0 ? 'stalled' : 'smooth', 1],
    ['quality', stalls === undefined ? '' : (quality ?? ''), 1],
    ...[...new Set(errors)].map((code) => ['error', code, 1] as const),
    ['edge', 'hit', hits],
    ['edge', 'miss', misses],
    ['colo', colo ?? '', 1],
  ] as const
  return counted
    .filter(([, bucket, count]) => bucket !== '' && count > 0)
    .map(([metric, bucket, count]) => ({ metric, route, bucket: String(bucket), count }))
}
