import type { FieldReport } from '#contract/schemas/site/field-data'
import { type FieldError, fieldMost } from '#contract/values/site/field-data'

interface Answers extends Pick<FieldReport, 'hits' | 'misses'> {
  errors: FieldError[]
}

/** The browser's list ends at 250 requests by default, which a film of segments has soon. */
const requestsKept = 1000

/**
 * Returns a function that reads the worker's answers, including the document: how often the edge cache had
 * the files for them, and whether one failed.
 */
export function followAnswers(): () => Answers {
  performance.setResourceTimingBufferSize(requestsKept)
  return () => {
    let [hits, misses, hasFailed] = [0, 0, false]
    for (const entry of ownAnswers()) {
      if (entry.responseStatus >= 500) hasFailed = true
      // It came from the browser's own cache, with the header of the first time.
      if (entry.transferSize === 0) continue
      const uses = entry.serverTiming?.find(({ name }) => name === 'cache')?.description ?? ''
      const [, hit = 0, miss = 0] = /^hits=(\d+) misses=(\d+)$/.exec(uses) ?? []
      hits += Number(hit)
      misses += Number(miss)
    }
    const { cached } = fieldMost
    return {
      ...(hits + misses > 0 && { hits: Math.min(hits, cached), misses: Math.min(misses, cached) }),
      errors: hasFailed ? ['server'] : [],
    }
  }
}

function ownAnswers(): PerformanceResourceTiming[] {
  const all = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  return (all as PerformanceResourceTiming[]).filter(({ name }) => name.startsWith(location.origin))
}
