import type { SQL } from 'drizzle-orm'
import { insertAudit } from '../../../db/queries/operations'
import type { ServiceContext } from '../context'

export interface AuditEntry {
  /** `noun.verb`, such as `video.remove`. */
  action: string
  /** Kind of thing that was acted on, such as `video`. */
  subject: string
  subjectId: string | number
  /** Why, in the words of whoever did it. */
  reason?: string
  /** What changed. Never a secret or a whole request. */
  details?: Record<string, unknown>
}

/**
 * The one writer of the audit log. Answers a statement, so that the act and its record are one batch; `onlyIf` is the
 * condition that the act itself carries.
 */
export function audit(ctx: ServiceContext, entry: AuditEntry, onlyIf?: SQL) {
  const row = {
    at: ctx.now,
    actorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    action: entry.action,
    subject: entry.subject,
    subjectId: String(entry.subjectId),
    reason: entry.reason ?? null,
    details: entry.details ? JSON.stringify(entry.details) : null,
    requestId: ctx.requestId,
  }
  return insertAudit(ctx.db, row, onlyIf)
}
