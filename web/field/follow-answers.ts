import type { FieldReport } from '../../contract/schemas/site/field-data'
import { type FieldError, fieldMost } from '../../contract/values/site/field-data'

interface Answers extends Pick<FieldReport, 'hits' | 'misses'> {
  errors: FieldError[]
}

/** Follows the worker's answers, the document's included: how many copies the edge had for them, and their faults. */
export function followAnswers(): () => Answers {
  let [hits, misses, hasFailed] = [0, 0, false]
  function read(entry: PerformanceResourceTiming): void {
    if (entry.responseStatus >= 500) hasFailed = true
    // From the browser's own cache, with the header that it came with.
    if (entry.transferSize === 0) return
    const uses = entry.serverTiming?.find(({ name }) => name === 'cache')?.description ?? ''
    const [, hit = 0, miss = 0] = /^hits=(\d+) misses=(\d+)$/.exec(uses) ?? []
    hits += Number(hit)
    misses += Number(miss)
  }
  const readAll = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceResourceTiming[])
      if (entry.name.startsWith(location.origin)) read(entry)
  }
  const observer = new PerformanceObserver((list) => readAll(list.getEntries()))
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
  return () => {
    readAll(observer.takeRecords())
    const { cached } = fieldMost
    return {
      ...(hits + misses > 0 && { hits: Math.min(hits, cached), misses: Math.min(misses, cached) }),
      errors: hasFailed ? ['server'] : [],
    }
  }
}
