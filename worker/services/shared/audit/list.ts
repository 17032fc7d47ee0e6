import type { AuditEntry, AuditQuery } from '../../../../contract/schemas/site/operations'
import { type AuditRow, auditPage, planAudit } from '../../../../db/queries/shared/audit'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../pagination'
import { isoTime } from '../time'

/** Entries that a page looks through for each that it may have, where no index has all that is asked for. */
const depth = 3

/** A page of what staff and the site itself did, newest first. */
export async function listAudit(ctx: ServiceContext, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { limit, cursor, ...filter } = query
  const [before] = cursor ? decodeCursor(cursor, 'number') : []
  const plan = planAudit(filter)
  const atMost = plan.rest ? depth * limit : limit + 1
  const rows = await auditPage(ctx.db, plan, atMost, before)
  const { items, nextCursor } = sparsePage(rows, {
    limit,
    atMost,
    matches: ({ matching }) => matching,
    cursorOf: ({ id }) => [id],
  })
  return { items: items.map(auditView), nextCursor }
}

function auditView(row: AuditRow): AuditEntry {
  const { id, actorId, action, subject, subjectId, reason, requestId } = row
  return {
    id,
    at: isoTime(row.at),
    actor: actorId === null ? null : { id: actorId, username: row.username ?? '' },
    action,
    subject,
    subjectId,
    reason,
    details: row.details === null ? null : (JSON.parse(row.details) as Record<string, unknown>),
    requestId,
  }
}
