import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { ownRemoval, ownRemovals, type RemovalRow } from '#db/queries/moderation/removals'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { ownRemovalView } from './view'

export async function listOwnRemovals(
  ctx: UserContext,
  { cursor, limit }: PageQuery,
): Promise<Page<OwnRemoval>> {
  const [before] = cursor ? decodeCursor(cursor, 'number') : []
  const rows = await ownRemovals(ctx.db, ctx.actor.id, limit + 1, before)
  const { items, nextCursor } = page(rows, limit, (row) => [row.id])
  return { items: items.map((row) => ownRemovalView(ctx, row)), nextCursor }
}

export async function getOwnRemoval(ctx: UserContext, id: number): Promise<OwnRemoval> {
  return ownRemovalView(ctx, await findOwn(ctx, id))
}

/** Returns the caller's own removal. Another account's is reported like an unknown one. */
export async function findOwn({ actor, db }: UserContext, id: number): Promise<RemovalRow> {
  const [row] = await ownRemoval(db, id, actor.id)
  if (!row) throw notFound('This removal')
  return row
}
