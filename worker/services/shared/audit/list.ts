import type { AuditEntry, AuditExportQuery, AuditQuery } from '#contract/schemas/site/operations'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { day } from '#contract/values/shared/time'
import { actorName } from '#contract/values/site/audit-acts'
import { type AuditFilter, type AuditRow, auditPage, planAudit } from '#db/queries/shared/audit'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../pagination'
import { isoTime } from '../time'

/** Rows scanned per row of a page, where no index covers every filter. */
const depth = 2

/** Lists a page of the acts of staff and of the site itself, newest first. */
export async function listAudit(ctx: ServiceContext, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { limit, cursor } = query
  const [before] = cursor ? decodeCursor(cursor, 'number') : []
  const plan = planAudit(filterOf(query))
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

export function filterOf({ actor, from, to, ...filter }: AuditExportQuery): AuditFilter {
  return {
    ...filter,
    actor: actor === undefined ? undefined : canonicalUsername(actor),
    from: from === undefined ? undefined : Date.parse(from),
    until: to === undefined ? undefined : Date.parse(to) + day,
  }
}

/** Names an owner, of whom the log keeps the ID alone, so that no name outlives an account. */
function detailsOf({ details, ownerName }: AuditRow): AuditEntry['details'] {
  if (details === null) return null
  const named = (field: string, value: unknown) =>
    field === 'owner' ? actorName({ username: ownerName ?? '' }) : value
  return JSON.parse(details, named) as AuditEntry['details']
}

export function auditView(row: AuditRow): AuditEntry {
  const { id, actorId, action, subject, subjectId, subjectName, reason, requestId } = row
  return {
    id,
    at: isoTime(row.at),
    actor: actorId === null ? null : { id: actorId, username: row.username ?? '' },
    action,
    subject,
    subjectId,
    subjectName,
    reason,
    details: detailsOf(row),
    requestId,
  }
}
