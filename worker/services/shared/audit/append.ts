import { is, SQL, sql } from 'drizzle-orm'
import type { Step } from '#db/batch-named'
import { always } from '#db/conditions'
import { followedBy } from '#db/followed-by'
import { insertAudits } from '#db/queries/shared/operations'
import type { ServiceContext } from '../../context'

export interface AuditEntry {
  /** In the form `noun.verb`, such as `video.remove`. */
  action: string
  /** Type of the thing acted on, such as `video`. */
  subject: string
  /** SQL when only the batch knows it. */
  subjectId: string | number | SQL
  /** The actor's own reason. */
  reason?: string
  /** The changes; JSON in SQL when only the batch knows them. Never a secret or a whole request. */
  details?: Record<string, unknown> | SQL
}

/**
 * Writes the audit log; nothing else does. Returns a statement, so that action and record are one batch.
 * `onlyIf` is the action's own condition.
 */
export function audit(ctx: ServiceContext, entry: AuditEntry, onlyIf = always) {
  return auditEach(ctx, entry, sql`where ${onlyIf}`)
}

/**
 * Returns a one-statement action and its record, written if the action changed anything. With several
 * statements, the record goes first, under their condition, which is false afterwards.
 */
export function audited<const Act extends Step>(ctx: ServiceContext, act: Act, entry: AuditEntry) {
  return followedBy(act, ({ changed }) => audit(ctx, entry, changed))
}

/** Returns a statement that writes the record for each row of a select. `rows` is its SQL from `from` on. */
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
