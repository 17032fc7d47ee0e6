import type { Overview } from '#contract/schemas/site/overview'
import type { DailyName } from '#contract/values/shared/daily-stats'
import { dayName } from '#contract/values/shared/time'

interface DailyNumber {
  day: number
  name: string
  value: number
}

type Day = Overview['days'][number]

/** Returns one entry per day, oldest first, including empty days. */
export function daysOf(numbers: DailyNumber[], from: number, to: number): Day[] {
  const byDay = Map.groupBy(numbers, ({ day }) => day)
  return Array.from({ length: to - from + 1 }, (_, index) =>
    dayView(from + index, byDay.get(from + index) ?? []),
  )
}

function dayView(day: number, numbers: DailyNumber[]): Day {
  const values = new Map(numbers.map(({ name, value }) => [name, value]))
  const value = (name: DailyName) => values.get(name) ?? null
  return {
    day: dayName(day),
    signups: value('signups') ?? 0,
    uploads: value('uploads') ?? 0,
    plays: value('plays') ?? 0,
    premium: value('premium'),
    charged: byCurrency(numbers, 'charged:'),
    refunded: byCurrency(numbers, 'refunded:'),
  }
}

function byCurrency(numbers: DailyNumber[], start: 'charged:' | 'refunded:'): Record<string, number> {
  const sums = numbers.filter(({ name }) => name.startsWith(start))
  return Object.fromEntries(sums.map(({ name, value }) => [name.slice(start.length), value]))
}

/** Returns the value from the newest day that has one. */
export function newestValue(numbers: DailyNumber[], name: DailyName): number | undefined {
  const found = numbers.filter((each) => each.name === name)
  return found.sort((a, b) => b.day - a.day)[0]?.value
}
