import type { AdminRemovalQuery, AdminRemovalRequest } from '#contract/schemas/moderation/safety'
import {
  decidedRequests,
  openRequests,
  type RemovalRequestRow,
  requestById,
} from '#db/queries/moderation/removal-requests'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { lookUp } from '../case-file/look-up'
import { adminRemovalRequest } from './view'

export async function listRemovalRequests(
  ctx: ServiceContext,
  query: AdminRemovalQuery,
): Promise<Page<AdminRemovalRequest>> {
  const { items, nextCursor } =
    query.status === 'open' ? await openPage(ctx, query) : await decidedPage(ctx, query)
  return { items: await shown(ctx, items), nextCursor }
}

async function openPage({ db }: ServiceContext, { cursor, limit }: AdminRemovalQuery) {
  const [dueAt, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = dueAt === undefined || id === undefined ? undefined : { dueAt, id }
  const rows = await openRequests(db, limit + 1, after)
  return page(rows, limit, ({ dueAt, id }) => [dueAt, id])
}

async function decidedPage({ db }: ServiceContext, { cursor, limit }: AdminRemovalQuery) {
  const [before] = cursor ? decodeCursor(cursor, 'number') : []
  const rows = await decidedRequests(db, limit + 1, before)
  return page(rows, limit, ({ id }) => [id])
}

export async function getRemovalRequest(ctx: ServiceContext, id: number): Promise<AdminRemovalRequest> {
  const [item] = await shown(ctx, await requestById(ctx.db, id))
  if (!item) throw notFound('This request')
  return item
}

async function shown(ctx: ServiceContext, rows: RemovalRequestRow[]): Promise<AdminRemovalRequest[]> {
  const found = await lookUp(ctx, {
    videoIds: rows.map(({ videoId }) => videoId),
    userIds: rows.flatMap(({ ownerId, decidedBy }) => [ownerId, decidedBy]),
  })
  return rows.map((row) => adminRemovalRequest(ctx, row, found))
}
