import type { VideoStatistics } from '#contract/schemas/videos/statistics'
import { dayName } from '#contract/values/shared/time'

interface DayNumbers {
  day: number
  views: number
  likes: number
  saves: number
}

/** Returns one entry per day, oldest first, including empty days. */
export function daysFrom(rows: readonly DayNumbers[], from: number, to: number): VideoStatistics['days'] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const numbers = { day: dayName(from + index), views: 0, likes: 0, saves: 0 }
    for (const { views, likes, saves } of byDay.get(from + index) ?? []) {
      numbers.views += views
      numbers.likes += likes
      numbers.saves += saves
    }
    return numbers
  })
}
