import type { NewsIssue } from '../../../contract/schemas/account'
import { type IssueRow, issuesPage } from '../../../db/queries/newsletter'
import type { ServiceContext } from '../context'
import { isoTime, isoTimeOrNull } from '../iso-time'
import { decodeCursor, type Page, page } from '../pagination'

/** A page of the news that went out or are going, newest first. */
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
