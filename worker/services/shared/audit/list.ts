import type { AuditEntry, AuditQuery } from '../../../../contract/schemas/site/operations'
import { type AuditRow, auditPage, planAudit } from '../../../../db/queries/shared/audit'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../pagination'
import { isoTime } from '../time'

/** Rows scanned per row of a page, where no index covers every filter. */
const depth = 3

/** Lists a page of what staff and the site itself did, newest first. */
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
