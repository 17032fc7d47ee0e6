import { type SQL, sql } from 'drizzle-orm'
import { day as dayMs } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { auditLog, dailyStats, removals, wherePrunable } from '../../schema'
import { reportDue } from './report-clock'

// Answers to an acquirer's questions about a month: how many videos were published and reviewed, how many
// complaints came in, and how they were decided.

/** The three ways in which complaints come in, each with its own table. */
export const complaintWays = ['report', 'request', 'comment'] as const
export type ComplaintWay = (typeof complaintWays)[number]

const tables: Record<ComplaintWay, { name: string; about: string; due: SQL }> = {
  report: { name: 'reports', about: 'video_id', due: reportDue },
  request: { name: 'removal_requests', about: 'video_id', due: sql.raw('due_at') },
  comment: { name: 'comment_reports', about: 'comment_id', due: reportDue },
}

/** A month, in milliseconds; `until` is the start of the next month. */
export interface Month {
  from: number
  until: number
}

/**
 * The time at which a complaint was decided, or the end of time if it wasn't: the expression that its index
 * is on.
 */
const openUntil = sql.raw('coalesce(decided_at, 8.64e15)')

/**
 * A month's complaints, in two ranges of two indices: complaints that came in, and earlier ones that were
 * still open.
 */
const ranges = {
  received: {
    index: 'received',
    key: sql.raw('created_at'),
    within: ({ from, until }: Month) => sql`created_at >= ${from} and created_at < ${until}`,
  },
  earlier: {
    index: 'open_until',
    key: openUntil,
    within: ({ from }: Month) => sql`${openUntil} >= ${from} and created_at < ${from}`,
  },
} as const

export type ComplaintRange = keyof typeof ranges
export const complaintRanges = Object.keys(ranges) as ComplaintRange[]

/**
 * Returns a page of a month's complaints of one way, oldest first. It reads nothing about the complainants.
 */
export function complaintsPage(
  db: Db,
  { way, range, month }: { way: ComplaintWay; range: ComplaintRange; month: Month },
  atMost: number,
  after?: { key: number; id: number },
) {
  const { name, about, due } = tables[way]
  const { index, key, within } = ranges[range]
  const beyond =
    after === undefined
      ? sql``
      : sql`and ${key} >= ${after.key} and (${key}, id) > (${after.key}, ${after.id})`
  const from = sql.raw(`${name} indexed by ${name}_${index}`)
  return db
    .select({
      id: sql<number>`id`.as('id'),
      about: sql<number | null>`${sql.raw(about)}`.as('about'),
      reason: sql<string>`reason`.as('reason'),
      status: sql<string>`status`.as('status'),
      createdAt: sql<number>`created_at`.as('created_at'),
      decidedAt: sql<number | null>`decided_at`.as('decided_at'),
      dueAt: sql<number>`${due}`.as('due'),
      key: sql<number>`${key}`.as('sort_key'),
    })
    .from(from)
    .where(sql`${within(month)} ${beyond}`)
    .orderBy(sql`${key}, id`)
    .limit(atMost)
}

export type ComplaintRow = Awaited<ReturnType<typeof complaintsPage>>[number]

/** Returns the number of complaints received in a month, by way and reason. */
export function complaintsReceived(db: Db, { from, until }: Month) {
  const each = complaintWays.map((way) => {
    const { name } = tables[way]
    return sql`select ${sql.raw(`'${way}'`)} as way, reason, count(*) as complaints
      from ${sql.raw(`${name} indexed by ${name}_received`)}
      where created_at >= ${from} and created_at < ${until} group by reason`
  })
  return db
    .select({
      way: sql<ComplaintWay>`way`.as('way'),
      reason: sql<string>`reason`.as('reason'),
      complaints: sql<number>`complaints`.as('complaints'),
    })
    .from(sql`(${sql.join(each, sql` union all `)})`)
}

/** Returns the number of complaints decided in a month after their deadline, and of those open past it at its end. */
export function complaintsLate(db: Db, { from, until }: Month) {
  const counted = (where: (due: SQL) => SQL) =>
    sql.join(
      complaintWays.map((way) => {
        const { name, due } = tables[way]
        return sql`(select count(*) from ${sql.raw(`${name} indexed by ${name}_open_until`)} where ${where(due)})`
      }),
      sql` + `,
    )
  const decided = (due: SQL) =>
    sql`${openUntil} >= ${from} and ${openUntil} < ${until} and decided_at > ${due}`
  const open = (due: SQL) => sql`${openUntil} >= ${until} and created_at < ${until} and ${due} < ${until}`
  return db
    .select({
      decided: sql<number>`${counted(decided)}`.as('decided'),
      open: sql<number>`${counted(open)}`.as('open'),
    })
    .from(sql`(select 1)`)
}

/**
 * Returns the number of complaints decided in a month, the median and the longest time that they took, and
 * the number of complaints still open at the month's end.
 */
export function complaintsDecided(db: Db, { from, until }: Month) {
  const each = (select: string, where: ReturnType<typeof sql>) =>
    sql.join(
      complaintWays.map((way) => {
        const { name } = tables[way]
        return sql`select ${sql.raw(`${select} as value from ${name} indexed by ${name}_open_until`)} where ${where}`
      }),
      sql` union all `,
    )
  const took = sql`(${each('decided_at - created_at', sql`${openUntil} >= ${from} and ${openUntil} < ${until}`)})`
  const open = sql`(${each('1', sql`${openUntil} >= ${until} and created_at < ${until}`)})`
  // The middle one, or the mean of the two in the middle.
  const middle = sql`select value from took order by value
    limit 2 - (select count(*) from took) % 2 offset ((select count(*) from took) - 1) / 2`
  return db
    .select({
      decided: sql<number>`decided`.as('decided'),
      median: sql<number | null>`median`.as('median'),
      longest: sql<number | null>`longest`.as('longest'),
      open: sql<number>`open`.as('open'),
    })
    .from(sql`(with took as ${took} select (select count(*) from took) as decided, (select max(value) from took) as longest,
      (select avg(value) from (${middle})) as median, (select count(*) from ${open}) as open)`)
}

/** Returns the number of uploaded videos, as the overview counts them by day. */
export function uploadsOf(db: Db, { from, until }: Month) {
  return db
    .select({ uploads: sql<number>`coalesce(sum(value), 0)`.as('uploads') })
    .from(dailyStats)
    .where(sql`name = 'uploads' and day >= ${from / dayMs} and day < ${until / dayMs}`)
}

/** Returns the number of review decisions in the log, by action. */
export function reviewsOf(db: Db, { from, until }: Month) {
  return db
    .select({ action: auditLog.action, reviews: sql<number>`count(*)`.as('reviews') })
    .from(auditLog)
    .where(
      sql`${wherePrunable} and at >= ${from} and at < ${until} and +action in ('video.approve', 'video.reject')`,
    )
    .groupBy(auditLog.action)
}

/** Returns the number of removed videos, by reason; identical copies are counted separately. */
export function removalsOf(db: Db, { from, until }: Month) {
  return db
    .select({
      reason: removals.reason,
      removed: sql<number>`sum(copy_of is null)`.as('removed'),
      copies: sql<number>`sum(copy_of is not null)`.as('copies'),
    })
    .from(removals)
    .where(sql`removed_at >= ${from} and removed_at < ${until}`)
    .groupBy(removals.reason)
}

/**
 * Returns the number of appeals that were received, granted and rejected, and of videos that were restored.
 */
export function appealsOf(db: Db, { from, until }: Month) {
  const counted = (column: string, and = '') =>
    sql`(select count(*) from removals where ${sql.raw(column)} >= ${from} and ${sql.raw(column)} < ${until} ${sql.raw(and)})`
  return db
    .select({
      received: sql<number>`${counted('appealed_at')}`.as('received'),
      granted: sql<number>`${counted('appeal_decided_at', "and appeal_status = 'upheld'")}`.as('granted'),
      rejected: sql<number>`${counted('appeal_decided_at', "and appeal_status = 'rejected'")}`.as('rejected'),
      restored: sql<number>`${counted('restored_at')}`.as('restored'),
    })
    .from(sql`(select 1)`)
}
