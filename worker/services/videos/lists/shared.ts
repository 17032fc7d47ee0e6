import type { ListItemsQuery, ListStep, SharedList } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { itemsInOrder, itemsPage, sharedListBy } from '#db/queries/videos/library/lists'
import { isPubliclyVisible } from '#worker/policy/video-access'
import type { ReadContext, ServiceContext } from '../../context'
import { type Page, sparsePage } from '../../shared/pagination'
import { enforceLimit } from '../../shared/rate-limits'
import { videoCard } from '../model/view'
import { wanted } from './read'
import { listNotFound, stepView } from './view'

// A list's link opens a view of its public videos alone, for everyone. It doesn't open the unlisted videos in
// it, whose links the list's owner may have no right to pass on.

export async function getSharedList(ctx: ReadContext, key: string): Promise<SharedList> {
  const { name } = await find(ctx, key)
  return { name }
}

/** Lists public videos of a list. A short page may have a next one. */
export async function listSharedItems(
  ctx: ReadContext,
  key: string,
  query: ListItemsQuery,
): Promise<Page<Video>> {
  const { id } = await find(ctx, key)
  const { limit, which } = wanted(query)
  const atMost = limit + 1
  const rows = await itemsPage(ctx.db, id, atMost, which)
  const { items, nextCursor } = sparsePage(rows, {
    limit,
    atMost,
    matches: isPubliclyVisible,
    cursorOf: (row) => [row.place, row.id],
  })
  return { items: items.map((row) => videoCard(ctx, { ...row, givenKey: null })), nextCursor }
}

/** Returns the public videos of a list, in its order. */
export async function listSharedSteps(ctx: ServiceContext, key: string): Promise<ListStep[]> {
  await enforceLimit(ctx, 'listOrder', ctx.client.address)
  const { id } = await find(ctx, key)
  const rows = await itemsInOrder(ctx.db, id)
  return rows.filter(isPubliclyVisible).map(stepView)
}

async function find({ db, now }: ReadContext, key: string) {
  const [found] = await sharedListBy(db, key, now)
  if (!found) throw listNotFound()
  return found
}
