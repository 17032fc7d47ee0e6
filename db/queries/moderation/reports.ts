import { and, asc, count, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { ReportReason } from '#contract/values/moderation/reasons'
import type { ReportStatus } from '#contract/values/moderation/safety'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { reports } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'
import { filledIn, insertMails, leavesOf, whereMailWanted } from '../shared/mail'
import { insertNotices } from '../shared/notices'
import { whereReasonGrave } from '../videos/holds'
import { whereVideoExists } from '../videos/video'

interface NewReport {
  code: string
  videoId: number
  reporterId: number | null
  reporterKey: string
  network: string | null
  email: string | null
  reason: ReportReason
  /** SQL if only the database knows them. */
  details: string | SQL
  /** A condition, for a grave report; other reports hide nothing anyway. */
  hides?: Condition
  seconds: number | null
  createdAt: number
}

export type ReportRow = typeof reports.$inferSelect

/** Inserts a report; returns no row if this reporter has an open report of the video. */
export function insertReport(db: Db, report: NewReport, onlyIf = always) {
  return insertFrom(
    db,
    reports,
    { ...report, videoTitle: sql`v.title`, ownerId: sql`v.user_id` },
    sql`from videos v where v.id = ${report.videoId} and ${onlyIf}`,
  )
    .onConflictDoNothing()
    .returning()
}

/** Holds once a report has come in. */
export function whereReportReceived(code: string): Condition {
  return condition(sql`exists (select 1 from reports where code = ${code})`)
}

/** Holds once a report has come in that hides its video. */
export function whereReportHides(code: string): Condition {
  return condition(sql`exists (select 1 from reports where code = ${code} and hides = 1)`)
}

/**
 * Closes the same person's lesser report, so that the graver one isn't a duplicate. The note appears on the
 * lesser one's receipt page.
 */
export function replaceLesserReport(db: Db, by: NewReport, note: string) {
  return db
    .update(reports)
    .set({ status: 'dismissed', decidedAt: by.createdAt, decisionNote: note })
    .where(
      and(
        eq(reports.videoId, by.videoId),
        eq(reports.reporterKey, by.reporterKey),
        sql`status = 'open'`,
        sql`not ${whereReasonGrave}`,
        // The graver report is inserted on this condition.
        whereVideoExists(by.videoId),
      ),
    )
}

export function openReportOf(db: Db, videoId: number, reporterKey: string) {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.videoId, videoId), eq(reports.reporterKey, reporterKey), sql`status = 'open'`))
}

export function reportByCode(db: Db, code: string) {
  return db.select().from(reports).where(eq(reports.code, code))
}

export function reportById(db: Db, id: number) {
  return db.select().from(reports).where(eq(reports.id, id))
}

export interface ReportFilter {
  reason?: ReportReason | undefined
  limit: number
  /** ID of the last report of the page before. */
  after?: number | undefined
}

const reportColumns = expressions(getTableColumns(reports))

/**
 * Returns open reports, oldest first: those that hide the video, or the others. One query for both would be
 * ordered by two columns, and SQLite can't start such a page in the middle, since an index ends with the ID
 * anyway.
 */
export function openReports(db: Db, hides: boolean, { reason, limit, after }: ReportFilter) {
  const index = indexedBy(reports, reason ? 'reports_queue_reason' : 'reports_queue')
  return db
    .select(reportColumns)
    .from(index)
    .where(
      and(
        // A literal, since a parameter doesn't tell SQLite that the partial index holds it.
        sql`status = 'open'`,
        reason && eq(reports.reason, reason),
        eq(reports.hides, hides),
        after === undefined ? undefined : gt(reports.id, after),
      ),
    )
    .orderBy(asc(reports.id))
    .limit(limit)
}

/** Returns decided reports, newest first. */
export function decidedReports(db: Db, { reason, limit, after }: ReportFilter) {
  const index = indexedBy(reports, reason ? 'reports_decided_reason' : 'reports_decided')
  return db
    .select(reportColumns)
    .from(index)
    .where(
      and(
        sql`status <> 'open'`,
        reason && eq(reports.reason, reason),
        after === undefined ? undefined : lt(reports.id, after),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(limit)
}

/** Returns every report of a video, newest first, whatever its outcome. */
export function reportsOfVideo(db: Db, videoId: number, limit: number, after?: number) {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.videoId, videoId), after === undefined ? undefined : lt(reports.id, after)))
    .orderBy(desc(reports.id))
    .limit(limit)
}

/** Counts open reports of deleted videos, whose own counters were deleted with them. */
export function openReportCounts(db: Db, videoIds: number[]) {
  return db
    .select({ videoId: reports.videoId, open: count().as('open') })
    .from(reports)
    .where(sql`video_id in (select value from json_each(${JSON.stringify(videoIds)})) and status = 'open'`)
    .groupBy(reports.videoId)
}

/** Comes first in a batch that decides: returns a row while the report is open. */
export function openReport(db: Db, id: number) {
  return db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.id, id), sql`status = 'open'`))
}

/** Holds until the report is decided. */
export function whereReportOpen(id: number): Condition {
  return condition(sql`exists (select 1 from reports where id = ${id} and status = 'open')`)
}

export interface Decision {
  status: Exclude<ReportStatus, 'open'>
  decidedBy: number | null
  decidedAt: number
  decisionNote: string
}

/** Reports without an account that came from one network within some time; milliseconds since 1970, inclusive. */
export interface FromNetwork {
  network: string
  since: number
  until: number
}

/** Open reports of a video: all of them, those up to an ID, or those from one network. */
export interface OpenReports {
  videoId: number
  upTo?: number | undefined
  from?: FromNetwork | undefined
}

function whereOpen({ videoId, upTo, from }: OpenReports): Condition {
  const some = upTo === undefined ? always : sql`${reports.id} <= ${upTo}`
  const theirs = from ? whereFrom(from) : always
  return condition(
    sql`${reports.videoId} = ${videoId} and ${reports.status} = 'open' and ${some} and ${theirs}`,
  )
}

function whereFrom({ network, since, until }: FromNetwork): Condition {
  return condition(
    sql`${reports.network} = ${network} and ${reports.reporterId} is null
      and ${reports.createdAt} between ${since} and ${until}`,
  )
}

/** Returns videos with open reports from one network: the first and the number of those of each. */
export function videosReportedFrom(db: Db, from: FromNetwork, atMost: number) {
  return db
    .select({
      ...expressions({ videoId: reports.videoId }),
      reportId: sql<number>`min(${reports.id})`.as('report_id'),
      open: count().as('open'),
    })
    .from(indexedBy(reports, 'reports_network'))
    .where(and(sql`status = 'open'`, whereFrom(from)))
    .groupBy(reports.videoId)
    .limit(atMost)
}

/**
 * Returns those of these open reports with another open one from their network within `around` milliseconds.
 */
export function reportsOfFloods(db: Db, ids: number[], around: number) {
  return db
    .select({ id: reports.id })
    .from(reports)
    .where(
      sql`id in (select value from json_each(${JSON.stringify(ids)})) and reporter_id is null and exists (
        select 1 from reports o indexed by reports_network where o.status = 'open' and o.network = ${reports.network}
          and o.created_at between ${reports.createdAt} - ${around} and ${reports.createdAt} + ${around}
          and o.reporter_id is null and o.id <> ${reports.id})`,
    )
}

/** Holds while an open grave report of the video came from another network than this. */
export function whereGraveFromElsewhere(videoId: number, network: string): Condition {
  return condition(sql`exists (select 1 from reports where video_id = ${videoId} and status = 'open'
    and ${whereReasonGrave} and network <> ${network})`)
}

export function decideOpenReports(db: Db, which: OpenReports, decision: Decision, onlyIf: Condition) {
  return db
    .update(reports)
    .set(decision)
    .where(and(whereOpen(which), onlyIf))
    .returning({ id: reports.id })
}

/**
 * Returns an audit entry's details as JSON, with the number of reports that the act decides; runs before the
 * act.
 */
export function withOpenReports(details: string | SQL, which: OpenReports): SQL {
  return sql`json_set(${details}, '$.reports', (select count(*) from reports where ${whereOpen(which)}))`
}

/** Holds if this decision has dismissed a grave report of the video. */
export function whereGraveDismissed(videoId: number, { decidedBy, decidedAt }: Decision): Condition {
  return condition(sql`exists (select 1 from reports where video_id = ${videoId} and status = 'dismissed'
    and decided_at = ${decidedAt} and decided_by is ${decidedBy} and ${whereReasonGrave})`)
}

/** Holds once this report has this decision, time and author. */
export function whereReportDecided(id: number, { status, decidedBy, decidedAt }: Decision): Condition {
  return condition(sql`exists (select 1 from reports where id = ${id} and status = ${status} and decided_at = ${decidedAt}
    and decided_by is ${decidedBy})`)
}

/** An email to reporters, with placeholders for their name and the report's code. */
export interface ReporterEmail {
  subject: string
  body: string
  /** For a deleted video, on which there was no decision. */
  bodyOfGone: string
}

/** Notifies reporters who have an account; in the batch before their reports are decided. */
export function notifyReporters(
  db: Db,
  which: OpenReports,
  outcome: Decision['status'],
  now: number,
  onlyIf: Condition,
) {
  return insertNotices(
    db,
    {
      userId: sql`${reports.reporterId}`,
      kind: 'report',
      outcome,
      videoId: which.videoId,
      ref: sql`${reports.code}`,
    },
    now,
    sql`from ${reports} where ${whereOpen(which)} and ${reports.reporterId} is not null and ${onlyIf}`,
  )
}

/** Emails reporters who can be reached; in the batch before their reports are decided. */
export function mailReporters(
  db: Db,
  which: OpenReports,
  { subject, body, bodyOfGone }: ReporterEmail,
  now: number,
  onlyIf: Condition,
) {
  const emailText = sql`case when ${whereVideoExists(which.videoId)} then ${body} else ${bodyOfGone} end`
  const recipient = sql`coalesce(u.email, ${reports.email})`
  return insertMails(
    db,
    {
      dedupeKey: sql`'report:' || ${reports.code} || ':decided'`,
      recipient,
      toComplainant: true,
      leaves: leavesOf('report', sql`u.id`),
      subject,
      body: filledIn(emailText, { name: sql`u.username`, number: sql`${reports.code}` }),
    },
    now,
    sql`from ${reports} left join users u on u.id = ${reports.reporterId}
      where ${whereOpen(which)} and ${recipient} is not null and (u.id is null or ${whereMailWanted('u', 'report')})
        and ${onlyIf}`,
  )
}
