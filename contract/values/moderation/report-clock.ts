import { day, dayOf } from '../shared/time'

/** A report is decided within this many business days: Monday to Friday in UTC, the time zone of the site's figures. */
export const reportBusinessDays = 7

/** How long before a deadline staff are reminded. Milliseconds. */
export const reportSoonMs = 2 * day

/** The deadline in words. */
export const reportClockText = `within ${reportBusinessDays} business days (Monday to Friday, UTC; public holidays count)`

/** Weekdays before these are business days. */
export const firstRestDay = 5

/**
 * Calendar days that the clock takes, by the weekday on which a report comes in, from Monday. For a report from a
 * weekend they begin with its day's first moment.
 */
export const reportCalendarDays = [0, 1, 2, 3, 4, 5, 6].map(calendarDaysFrom)

function calendarDaysFrom(weekday: number): number {
  if (weekday >= firstRestDay) return 7 - weekday + calendarDaysFrom(0)
  let days = 0
  for (let left = reportBusinessDays; left > 0; days += 1) {
    if ((weekday + days + 1) % 7 < firstRestDay) left -= 1
  }
  return days
}

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
