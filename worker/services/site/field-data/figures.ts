import type { FieldData } from '#contract/schemas/site/field-data'
import {
  bucketStarts,
  type FieldCount,
  fieldErrors,
  fieldQualities,
  ofTimeMetrics,
  type TimeMetric,
} from '#contract/values/site/field-data'
import { quantile } from './histogram'

type Figures = Pick<FieldData, TimeMetric>

/** Data centres shown; the others are in the visits. */
const colosAtMost = 8

/**
 * Returns the figures of all routes together and of each. Counts that this version doesn't know are left out.
 */
export function figuresOf(counts: readonly FieldCount[]): Omit<FieldData, 'isOn' | 'from' | 'days'> {
  const of = (metric: string) => counts.filter((each) => each.metric === metric)
  const sumOf = (metric: string, bucket: string | number) => sum(bucketsOf(of(metric), String(bucket)))
  const routes = [...Map.groupBy(counts, ({ route }) => route)].map(([route, own]) => ({
    route,
    visits: sum(own.filter(({ metric }) => metric === 'visit')),
    ...timesOf(own),
  }))
  return {
    visits: sum(of('visit')),
    ...timesOf(counts),
    // The route of figures that aren't counted by page has no visits.
    routes: routes.filter(({ visits }) => visits > 0).sort((one, other) => other.visits - one.visits),
    plays: { count: sum(of('play')), stalled: sumOf('play', 'stalled') },
    qualities: fieldQualities
      .map((quality) => ({ quality, plays: sumOf('quality', quality) }))
      .filter(({ plays }) => plays > 0),
    errors: fieldErrors
      .map((code) => ({ code, visits: sumOf('error', code) }))
      .filter(({ visits }) => visits > 0),
    edgeCache: { hits: sumOf('edge', 'hit'), misses: sumOf('edge', 'miss') },
    colos: colosOf(of('colo')),
  }
}

function timesOf(counts: readonly FieldCount[]): Figures {
  return ofTimeMetrics((metric) => {
    const own = counts.filter((each) => each.metric === metric)
    const starts = bucketStarts[metric]
    const histogram = starts.map((_, bucket) => sum(bucketsOf(own, String(bucket))))
    const p75 = quantile(starts, histogram, 0.75)
    return p75 === null ? null : { p75, visits: sum(own) }
  })
}

function colosOf(counts: readonly FieldCount[]): FieldData['colos'] {
  return [...Map.groupBy(counts, ({ bucket }) => bucket)]
    .map(([colo, own]) => ({ colo, visits: sum(own) }))
    .sort((one, other) => other.visits - one.visits)
    .slice(0, colosAtMost)
}

function bucketsOf(counts: readonly FieldCount[], bucket: string): FieldCount[] {
  return counts.filter((each) => each.bucket === bucket)
}

function sum(counts: readonly FieldCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
