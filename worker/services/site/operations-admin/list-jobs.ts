import type { DeadLetter, DeadLetterQuery } from '#contract/schemas/site/operations'
import { type DeadLetterRow, deadLettersPage } from '#db/queries/site/dead-letters'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Lists a page of messages whose every retry failed, newest first. */
export async function listJobs(
  ctx: ServiceContext,
  { status, limit, cursor }: DeadLetterQuery,
): Promise<Page<DeadLetter>> {
  const [at, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const rows = await deadLettersPage(ctx.db, status, limit + 1, after)
  const found = page(rows, limit, (row) => [row.at, row.id])
  return { ...found, items: found.items.map(jobView) }
}

export function jobView({ at, resolvedAt, body, ...row }: DeadLetterRow): DeadLetter {
  return {
    ...row,
    at: isoTime(at),
    body: JSON.parse(body) as unknown,
    resolvedAt: isoTimeOrNull(resolvedAt),
  }
}
