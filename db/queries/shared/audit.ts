import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { auditLog, users } from '../../schema'
import { expressions, type IndexHint, indexedBy } from './index-hints'

export interface AuditFilter {
  actorId?: number | undefined
  subject?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
}

export function planAudit({ actorId, subject, subjectId, action }: AuditFilter): IndexHint {
  const ofSubject = subject === undefined ? undefined : eq(auditLog.subject, subject)
  const ofThing = subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId)
  const byActor = actorId === undefined ? undefined : eq(auditLog.actorId, actorId)
  const ofAction = action === undefined ? undefined : eq(auditLog.action, action)
  if (ofSubject && ofThing)
    return { index: 'audit_log_subject', indexed: and(ofSubject, ofThing), rest: and(byActor, ofAction) }
  if (byActor) return { index: 'audit_log_actor', indexed: byActor, rest: and(ofAction, ofSubject, ofThing) }
  if (ofAction) return { index: 'audit_log_action', indexed: ofAction, rest: and(ofSubject, ofThing) }
  if (ofSubject) return { index: 'audit_log_kind', indexed: ofSubject, rest: undefined }
  return { index: null, indexed: undefined, rest: ofThing }
}

/**
 * Returns a limited number of entries along the hint's index, newest first. Those that fail the rest of the
 * filter are included as not `matching`, since they show how far the scan got.
 */
export function auditPage(db: Db, { index, indexed, rest }: IndexHint, atMost: number, before?: number) {
  // Looks up the account only for a matching entry.
  const actor = rest ? sql`case when ${rest} then ${auditLog.actorId} end` : sql`${auditLog.actorId}`
  return db
    .select({
      ...entry,
      username: sql<string | null>`${users.username}`.as('username'),
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
