import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { auditLog, users, wherePrunable } from '../../schema'
import { expressions, type IndexHint, indexedBy } from './index-hints'
import { whereKeptByCase } from './kept-by-case'

export interface AuditFilter {
  actorId?: number | undefined
  /** Canonical username of the actor. */
  actor?: string | undefined
  subject?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
  /** The period in milliseconds; `until` is exclusive. */
  from?: number | undefined
  until?: number | undefined
}

export function planAudit(filter: AuditFilter): IndexHint {
  const { index, indexed, rest } = planFilter(filter)
  const { from, until } = filter
  if (from === undefined && until === undefined) return { index, indexed, rest }
  const inPeriod = and(
    from === undefined ? undefined : gte(auditLog.at, from),
    until === undefined ? undefined : lt(auditLog.at, until),
  )
  return { index, indexed: and(indexed, ...idsOf(filter)), rest: and(rest, inPeriod) }
}

function planFilter({ actorId, actor, subject, subjectId, action }: AuditFilter): IndexHint {
  const ofSubject = subject === undefined ? undefined : eq(auditLog.subject, subject)
  const ofThing = subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId)
  const ofAction = action === undefined ? undefined : eq(auditLog.action, action)
  const byActor = and(
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    actor === undefined
      ? undefined
      : sql`${auditLog.actorId} = (select id from users where username_canonical = ${actor})`,
  )
  if (ofSubject && ofThing)
    return { index: 'audit_log_subject', indexed: and(ofSubject, ofThing), rest: and(byActor, ofAction) }
  if (byActor) return { index: 'audit_log_actor', indexed: byActor, rest: and(ofAction, ofSubject, ofThing) }
  if (ofAction) return { index: 'audit_log_action', indexed: ofAction, rest: and(ofSubject, ofThing) }
  if (ofSubject) return { index: 'audit_log_kind', indexed: ofSubject, rest: undefined }
  return { index: null, indexed: undefined, rest: ofThing }
}

/** The entries of a job have the time at which the job began, so IDs follow the times only roughly. */
const disorder = 3600_000

/**
 * Returns bounds on the IDs of a period, so that a list scans little else: entries outside it that are never
 * pruned.
 */
function idsOf({ from, until }: AuditFilter): SQL[] {
  const last = sql`select id from audit_log indexed by audit_log_at where ${wherePrunable} and at`
  return [
    ...(from === undefined
      ? []
      : [sql`${auditLog.id} > coalesce((${last} < ${from - disorder} order by at desc limit 1), 0)`]),
    ...(until === undefined
      ? []
      : [sql`${auditLog.id} < coalesce((${last} >= ${until + disorder} order by at limit 1), 9e15)`]),
  ]
}

/**
 * Returns a limited number of entries along the hint's index, newest first. Entries that fail the rest of the
 * filter are included as not `matching`, since they show how far the scan got.
 */
export function auditPage(db: Db, { index, indexed, rest }: IndexHint, atMost: number, before?: number) {
  // Looks up the account only for a matching entry.
  const actor = rest ? sql`case when ${rest} then ${auditLog.actorId} end` : sql`${auditLog.actorId}`
  const subject = rest ? sql`case when ${rest} then ${auditLog.subject} end` : sql`${auditLog.subject}`
  const id = sql`cast(${auditLog.subjectId} as integer)`
  const owner = sql.join(
    ['$.owner', '$.before.owner', '$.after.owner'].map((path) => sql`${auditLog.details} ->> ${path}`),
    sql`, `,
  )
  const ownerId = rest ? sql`case when ${rest} then coalesce(${owner}) end` : sql`coalesce(${owner})`
  return db
    .select({
      ...entry,
      username: sql<string | null>`${users.username}`.as('username'),
      subjectName: sql<string | null>`case ${subject}
        when 'video' then (select title from videos where id = ${id})
        when 'user' then (select username from users where id = ${id})
        when 'category' then (select name from categories where id = ${id})
        when 'legal' then (select title from legal_documents where slug = ${auditLog.subjectId} order by version desc limit 1)
        when 'gift-codes' then (select name from gift_code_batches where id = ${auditLog.subjectId})
        end`.as('subject_name'),
      ownerName: sql<string | null>`(select username from users where id = ${ownerId})`.as('owner_name'),
      matching: sql`(${rest ?? sql`true`})`.mapWith(Boolean).as('matching'),
    })
    .from(indexedBy(auditLog, index))
    .leftJoin(users, sql`${users.id} = ${actor}`)
    .where(and(indexed, before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(atMost)
}

const entry = expressions({
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  action: auditLog.action,
  subject: auditLog.subject,
  subjectId: auditLog.subjectId,
  reason: auditLog.reason,
  details: auditLog.details,
  requestId: auditLog.requestId,
})

export type AuditRow = Awaited<ReturnType<typeof auditPage>>[number]

/** Returns the last act on a subject: the entries of one request. */
export function latestActs(db: Db, subject: string, subjectId: string) {
  const { action, actorId, at, reason, details } = auditLog
  const ofIt = and(eq(auditLog.subject, subject), eq(auditLog.subjectId, subjectId))
  const latest = db
    .select({ requestId: auditLog.requestId })
    .from(auditLog)
    .where(ofIt)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return db
    .select({ action, actorId, at, reason, details })
    .from(auditLog)
    .where(and(ofIt, eq(auditLog.requestId, sql`(${latest})`)))
}

/** The video of an entry, or of the case that it is about. */
const videoOf = sql.raw(`case a.subject when 'video' then cast(a.subject_id as integer)
  when 'report' then (select r.video_id from reports r where r.id = cast(a.subject_id as integer))
  when 'removal-request' then (select r.video_id from removal_requests r where r.id = cast(a.subject_id as integer))
  when 'removal' then (select r.video_id from removals r where r.id = cast(a.subject_id as integer)) end`)

/**
 * Deletes entries that are this much older than the newest prunable one, oldest first: a log without new
 * entries keeps what it has.
 */
export function deleteOldAudits(db: Db, keptMs: number, atMost: number) {
  const old = sql`select a.id from audit_log a indexed by audit_log_at
    where ${wherePrunable} and a.at < (select max(at) from audit_log where ${wherePrunable}) - ${keptMs}
      and not ${whereKeptByCase(videoOf)}
    order by a.at limit ${atMost}`
  return db.delete(auditLog).where(sql`${auditLog.id} in (${old})`)
}
