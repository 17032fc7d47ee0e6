import { day, dayOf } from '../shared/time'

/** A report is decided within this many business days: Monday to Friday in UTC, the time zone of the site's figures. */
export const reportBusinessDays = 7

/** How long before a deadline staff are reminded. Milliseconds. */
export const reportSoonMs = 2 * day

/** What the deadline goes by, for people who read it. */
export const reportClockText = 'Monday to Friday (UTC). Public holidays are not taken into account.'

/**
 * Calendar days that the clock takes, by the weekday on which a report comes in, from Monday. That of a report from
 * a weekend begins with its day's first moment, and passes its Sunday before it starts to count.
 */
export const reportCalendarDays = [9, 9, 9, 11, 11, 11, 10] as const
/** Weekdays before these are business days. */
export const firstRestDay = 5

/** Returns the weekday of a day since 1970, which began on a Thursday; 0 for Monday. */
function weekdayOf(number: number): number {
  return (number + 3) % 7
}

export function isBusinessDay(at: number): boolean {
  return weekdayOf(dayOf(at)) < firstRestDay
}

/** Returns the deadline of a report, in milliseconds. */
export function reportDueAt(createdAt: number): number {
  const begins = isBusinessDay(createdAt) ? createdAt : dayOf(createdAt) * day
  return begins + (reportCalendarDays[weekdayOf(dayOf(createdAt))] ?? 0) * day
}
