import type { AuditExportQuery } from '#contract/schemas/site/operations'
import type { CsvRow } from '#contract/values/shared/csv'
import { auditSubjects, auditText } from '#contract/values/site/audit-acts'
import { type AuditRow, auditPage, planAudit } from '#db/queries/shared/audit'
import type { UserContext } from '../../context'
import { audit, auditView, filterOf } from '../../shared/audit'

/** Rows of one query, so that any log fits into memory. */
const rowsAtOnce = 500

/** Returns the log entries of a search as rows of a table, newest first. Logs who exported them. */
export async function exportAudit(ctx: UserContext, query: AuditExportQuery) {
  const details = Object.keys(query).length > 0 ? { filter: query } : undefined
  await audit(ctx, {
    action: 'audit.export',
    subject: 'audit',
    subjectId: 'log',
    ...(details && { details }),
  })
  const today = new Date(ctx.now).toISOString().slice(0, 10)
  return { fileName: `audit-log-${today}.csv`, rows: rowsOf(ctx, query) }
}

async function* rowsOf({ db }: UserContext, query: AuditExportQuery): AsyncGenerator<CsvRow[]> {
  const plan = planAudit(filterOf(query))
  yield [head]
  for (let before: number | undefined; ; ) {
    const rows: AuditRow[] = await auditPage(db, plan, rowsAtOnce, before)
    const found = rows.filter(({ matching }) => matching)
    if (found.length > 0) yield found.map(cells)
    before = rows.at(-1)?.id
    if (rows.length < rowsAtOnce) return
  }
}

const head = [
  'Time (UTC)',
  'What happened',
  'Reason',
  'User ID',
  'Username',
  'Action',
  'Type',
  'ID',
  'Details',
  'Entry',
  'Request',
]

function cells(row: AuditRow): CsvRow {
  const entry = auditView(row)
  return [
    entry.at.slice(0, 19).replace('T', ' '),
    auditText(entry),
    entry.reason ?? '',
    entry.actor?.id ?? '',
    entry.actor?.username ?? '',
    entry.action,
    auditSubjects[entry.subject] ?? entry.subject,
    entry.subjectId,
    row.details ?? '',
    entry.id,
    entry.requestId,
  ]
}
