import type { NewsIssue } from '#contract/schemas/site/newsletter'
import { type IssueRow, issuesPage } from '#db/queries/site/newsletter'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Lists a page of the newsletter issues that were sent or are being sent, newest first. */
export async function listNews(
  ctx: ServiceContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<NewsIssue>> {
  const before = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const rows = await issuesPage(ctx.db, limit + 1, before)
  const found = page(rows, limit, ({ id }) => [id])
  return { ...found, items: found.items.map(newsView) }
}

export function newsView({ createdAt, finishedAt, ...row }: IssueRow): NewsIssue {
  return { ...row, createdAt: isoTime(createdAt), finishedAt: isoTimeOrNull(finishedAt) }
}
