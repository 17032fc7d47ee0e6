import { sql } from 'drizzle-orm'
import { firstRestDay, reportCalendarDays } from '#contract/values/moderation/report-clock'
import { day } from '#contract/values/shared/time'
import type { Db } from '../../client'

/** `reportDueAt` of the row's created_at. */
export const reportDue = sql.raw(
  `(created_at - iif((created_at / ${day} + 3) % 7 < ${firstRestDay}, 0, created_at % ${day})
    + case (created_at / ${day} + 3) % 7 ${reportCalendarDays.map((days, weekday) => `when ${weekday} then ${days * day}`).join(' ')} end)`,
)

/** Counts the open reports of videos and comments whose deadline is over, and those whose deadline comes before `soon`. */
export function reportsNearlyDue(db: Db, now: number, soon: number) {
  const open = (table: string) =>
    sql.raw(
      `select created_at from ${table} indexed by ${table}_open_until where coalesce(decided_at, 8.64e15) = 8.64e15`,
    )
  return db
    .select({
      late: sql<number>`coalesce(sum(${reportDue} < ${now}), 0)`.as('late'),
      soon: sql<number>`coalesce(sum(${reportDue} >= ${now} and ${reportDue} < ${soon}), 0)`.as('soon'),
    })
    .from(sql`(${open('reports')} union all ${open('comment_reports')})`)
}
