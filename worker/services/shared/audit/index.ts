import { is, SQL, sql } from 'drizzle-orm'
import type { Step } from '../../../../db/batch-named'
import { always } from '../../../../db/conditions'
import { followedBy } from '../../../../db/followed-by'
import { insertAudits } from '../../../../db/queries/shared/operations'
import type { ServiceContext } from '../../context'

export { listAudit } from './list'

export interface AuditEntry {
  /** `noun.verb`, such as `video.remove`. */
  action: string
  /** Kind of thing that was acted on, such as `video`. */
  subject: string
  /** In SQL where only the batch knows it. */
  subjectId: string | number | SQL
  /** Why, in the words of whoever did it. */
  reason?: string
  /** What changed; as JSON in SQL where only the batch knows it. Never a secret or a whole request. */
  details?: Record<string, unknown> | SQL
}

/**
 * The one writer of the audit log. Answers a statement, so that the act and its record are one batch; `onlyIf` is the
 * condition that the act itself carries.
 */
export function audit(ctx: ServiceContext, entry: AuditEntry, onlyIf = always) {
  return auditEach(ctx, entry, sql`where ${onlyIf}`)
}

/**
 * Returns an act that one statement does, and its record, which is written when that changed something. Where several
 * statements act, the record stands before them and carries their condition, which is gone after them.
 */
export function audited<const Act extends Step>(ctx: ServiceContext, act: Act, entry: AuditEntry) {
  return followedBy(act, ({ changed }) => audit(ctx, entry, changed))
}

/** The same for each row of a select, of which `rows` are the words from `from` on. */
export function auditEach(ctx: ServiceContext, entry: AuditEntry, rows: SQL) {
  const row = {
    at: ctx.now,
    actorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    action: entry.action,
    subject: entry.subject,
    subjectId: is(entry.subjectId, SQL) ? entry.subjectId : String(entry.subjectId),
    reason: entry.reason ?? null,
    details:
      is(entry.details, SQL) || !entry.details ? (entry.details ?? null) : JSON.stringify(entry.details),
    requestId: ctx.requestId,
  }
  return insertAudits(ctx.db, row, rows)
}
