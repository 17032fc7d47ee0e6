import type { AdminAppeal } from '#contract/schemas/moderation/safety'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { openAppeals, type RemovalRow } from '#db/queries/moderation/removals'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { lookUp } from '../case-file/look-up'
import { adminAppeal } from './view'

export async function listAppeals(
  ctx: ServiceContext,
  { cursor, limit }: PageQuery,
): Promise<Page<AdminAppeal>> {
  const [appealedAt, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = appealedAt === undefined || id === undefined ? undefined : { appealedAt, id }
  const rows = await openAppeals(ctx.db, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, (row) => [row.appealedAt ?? 0, row.id])
  return { items: await viewAppeals(ctx, items), nextCursor }
}

export async function viewAppeals(ctx: ServiceContext, rows: RemovalRow[]): Promise<AdminAppeal[]> {
  const found = await lookUp(ctx, {
    videoIds: rows.map(({ videoId }) => videoId),
    userIds: rows.flatMap(({ ownerId, removedBy }) => [ownerId, removedBy]),
  })
  return rows.map((row) => adminAppeal(ctx, row, found))
}
