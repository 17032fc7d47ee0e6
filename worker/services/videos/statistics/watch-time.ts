import { curveBins } from '#contract/values/videos/curve'
import { smallestGroup } from '#contract/values/videos/statistics'
import { sum } from './sums'

interface Watched {
  views: number
  reports: number
  seenParts: number
}

/**
 * Returns the watch time of a video's views if each were like those that reported theirs; null with too few
 * reports.
 */
export function watchTime(rows: readonly Watched[], duration: number | null): number | null {
  const reports = sum(rows, 'reports')
  if (reports < smallestGroup || duration === null) return null
  const watched = sum(rows, 'seenParts') / reports / curveBins
  return Math.round(watched * duration * sum(rows, 'views'))
}
