import type {
  ListChoice,
  ListItem,
  ListItemsQuery,
  ListStep,
  ShownList,
  VideoList,
} from '#contract/schemas/videos/lists'
import {
  itemsInOrder,
  itemsPage,
  listsOf,
  listsWith,
  ownList,
  postersAmong,
  type WhichItems,
} from '#db/queries/videos/library/lists'
import { maySee } from '#worker/policy/video-access'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { posterView } from '../model/addresses'
import { videoCard } from '../model/view'
import { listNotFound, listView, stepView } from './view'

/** Lists an account's lists, the last changed first, each with the poster of its first video if that can be seen. */
export async function listLists(ctx: UserContext): Promise<ShownList[]> {
  const { db, actor } = ctx
  const rows = await listsOf(db, actor.id)
  const firsts = rows.flatMap(({ firstVideo }) => firstVideo ?? [])
  const found = firsts.length > 0 ? await postersAmong(db, firsts) : []
  const posters = new Map(
    found.filter((row) => maySee(row, actor)).map((row) => [row.id, posterView(ctx, row)]),
  )
  return rows.map((row) => {
    const { thumbnailUrl = null, poster } = posters.get(row.firstVideo ?? 0) ?? {}
    return { ...listView(row), posterUrl: thumbnailUrl, ...(poster && { poster }) }
  })
}

/** Lists an account's lists, and which of them hold a video. */
export async function listsFor({ db, actor }: UserContext, videoId: number): Promise<ListChoice[]> {
  const rows = await listsWith(db, actor.id, videoId)
  return rows.map((row) => ({ ...listView(row), holds: Boolean(row.holds) }))
}

export async function getList({ db, actor }: UserContext, id: number): Promise<VideoList> {
  const [row] = await ownList(db, { id, userId: actor.id })
  if (!row) throw listNotFound()
  return listView(row)
}

/**
 * Lists videos of an account's list. Of a video that it may not see now, the account learns only that it is
 * there.
 */
export async function listItems(
  ctx: UserContext,
  id: number,
  query: ListItemsQuery,
): Promise<Page<ListItem>> {
  const { db, actor } = ctx
  const { limit, which } = wanted(query)
  const [[own], rows] = await db.batch([
    ownList(db, { id, userId: actor.id }),
    itemsPage(db, id, limit + 1, which),
  ])
  if (!own) throw listNotFound()
  const { items, nextCursor } = page(rows, limit, (row) => [row.place, row.id])
  return {
    items: items.map((row) => ({
      videoId: row.id,
      video: maySee(row, actor) ? videoCard(ctx, row) : null,
      addedAt: isoTime(row.addedAt),
    })),
    nextCursor,
  }
}

/** Returns the videos of an account's list that it may see, in its order. */
export async function listSteps({ db, actor }: UserContext, id: number): Promise<ListStep[]> {
  const [[own], rows] = await db.batch([ownList(db, { id, userId: actor.id }), itemsInOrder(db, id)])
  if (!own) throw listNotFound()
  return rows.filter((row) => maySee(row, actor)).map(stepView)
}

/** Returns which entries of a list are requested, and how many there can be. */
export function wanted({ limit, cursor, ids }: ListItemsQuery): { limit: number; which: WhichItems } {
  if (ids) return { limit: ids.length, which: { among: ids } }
  const [place, videoId] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = place !== undefined && videoId !== undefined ? { place, videoId } : undefined
  return { limit, which: { after } }
}
