import type { AdminVideo, AdminVideoQuery } from '#contract/schemas/moderation/content'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { type ContentSort, sortsOfContent } from '#contract/values/moderation/content'
import { accountIdNamed } from '#db/queries/accounts/users'
import {
  type ContentCursor,
  type ContentHint,
  type ContentRow,
  contentOfIds,
  contentPage,
  endOfContentPage,
  planContent,
} from '#db/queries/moderation/content-admin'
import { endOfScan, titlesHolding, videosOfHash } from '#db/queries/videos/search/titles'
import type { ServiceContext } from '../../context'
import { decodeCursor, encodeCursor, type Page, page } from '../../shared/pagination'
import { type Names, namesIn } from '../../shared/pasted-names'
import { adminVideoView } from '../../videos/browse'
import { partsOf } from '../../videos/model'

/** How many times a page scans titles before it is returned empty. */
const scansAtMost = 2
/** Videos with matching titles that the first scan looks up, for each video of a page. */
const depth = 2
/** Videos with matching titles that the second scan looks up. */
const candidatesAtMost = 400
/** Videos with the same file that a hash finds. */
const alikeAtMost = 20

/**
 * Lists a page of all content, in one of the orders that its filters allow. Where no index covers every
 * filter, and where titles are searched, it scans up to a limit: a page may be short or empty and still have
 * a next one. A search for an ID, a URL or a hash finds the videos that it names.
 */
export async function listContent(ctx: ServiceContext, query: AdminVideoQuery): Promise<Page<AdminVideo>> {
  const { limit, cursor, q = '', owner, sort = sortsOfContent(query)[0], order, ...filters } = query
  const ownerId = owner === undefined ? undefined : await idOf(ctx, owner)
  if (ownerId === null) return { items: [], nextCursor: null }
  const parts = partsOf(q)
  const scans = parts.length > 0 && sort === 'title'
  const isAscending = (order ?? (sort === 'title' ? 'asc' : 'desc')) === 'asc'
  // A scan of the titles tests them itself.
  const tested = scans ? [] : parts
  const plan = planContent({ ...filters, ownerId, sort, isAscending, parts: tested })
  const named = q === '' ? noneNamed : await videosNamed(ctx, namesIn(q))
  const view = (rows: ContentRow[]) => rows.map((row) => adminVideoView(ctx, row))
  const first = cursor === undefined ? await rowsNamed(ctx, plan, named.ids) : []
  if (named.isAll) return { items: view(first), nextCursor: null }

  const list: List = {
    plan,
    parts,
    sort,
    isLive: filters.state === 'live',
    limit: Math.max(1, limit - first.length),
  }
  const found = (items: ContentRow[]) => [
    ...first,
    // A title may contain its video's number.
    ...items.filter(({ id }) => !named.ids.includes(id)),
  ]
  if (!scans) {
    const { items, nextCursor } = await goAlong(ctx, list, cursor)
    return { items: view(found(items)), nextCursor }
  }
  let after = cursor
  for (let scan = 1; ; scan += 1) {
    const { items, nextCursor } = await goThroughTitles(
      ctx,
      list,
      after,
      scan === 1 ? depth * limit : candidatesAtMost,
    )
    const rows = found(items)
    if (rows.length > 0 || nextCursor === null || scan === scansAtMost)
      return { items: view(rows), nextCursor }
    after = nextCursor
  }
}

interface List {
  plan: ContentHint
  sort: ContentSort
  parts: readonly string[]
  isLive: boolean
  limit: number
}

async function goAlong(
  { db }: ServiceContext,
  list: List,
  after: string | undefined,
): Promise<Page<ContentRow>> {
  const { plan, limit } = list
  const place = placeIn(list, after)
  const rows = await contentPage(db, plan, limit + 1, place)
  const cursorOf = ({ sortKey, id }: Pick<ContentRow, 'sortKey' | 'id'>) => [sortKey, id]
  // With no filter left to test, fewer rows mean the end of the list.
  if (rows.length > limit || !plan.rest) return page(rows, limit, cursorOf)
  const [end] = await endOfContentPage(db, plan, place)
  return { items: rows, nextCursor: end ? encodeCursor(cursorOf(end)) : null }
}

function placeIn({ sort }: List, cursor: string | undefined): ContentCursor | undefined {
  if (cursor === undefined) return undefined
  const [key, id] = decodeCursor(cursor, sort === 'title' ? 'string' : 'number', 'number')
  return { key, id }
}

/**
 * Goes through titles. Where other filters remain, looks up a limited number of videos whose titles match.
 */
async function goThroughTitles(
  ctx: ServiceContext,
  { plan, parts, isLive, limit }: List,
  after: string | undefined,
  candidates: number,
): Promise<Page<ContentRow>> {
  const [title, lastId] = after === undefined ? [] : decodeCursor(after, 'string', 'number')
  const place = title === undefined || lastId === undefined ? undefined : { title, id: lastId }
  const scan = { parts, isLive, isAscending: plan.isAscending, after: place }
  const atMost = plan.rest ? candidates : limit + 1
  const holding = await titlesHolding(ctx.db, scan, atMost)
  // Some may have been changed or deleted between the two reads.
  const rows = await rowsOf(ctx, plan, holding)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  if (last) return { items, nextCursor: encodeCursor([last.sortKey, last.id]) }
  const [end] = holding.length === atMost ? holding.slice(-1) : await endOfScan(ctx.db, scan)
  return { items, nextCursor: end ? encodeCursor([end.title, end.id]) : null }
}

async function rowsOf(
  { db }: ServiceContext,
  plan: ContentHint,
  videos: readonly { id: number }[],
): Promise<ContentRow[]> {
  return videos.length === 0
    ? []
    : contentOfIds(
        db,
        plan,
        videos.map(({ id }) => id),
      )
}

async function rowsNamed(
  ctx: ServiceContext,
  plan: ContentHint,
  ids: readonly number[],
): Promise<ContentRow[]> {
  return rowsOf(
    ctx,
    plan,
    ids.map((id) => ({ id })),
  )
}

/** Videos that a text names, and whether it can name nothing else. */
interface Named {
  ids: number[]
  isAll: boolean
}

const noneNamed: Named = { ids: [], isAll: false }

async function videosNamed({ db }: ServiceContext, { text, id, only, hash }: Names): Promise<Named> {
  if (hash !== null)
    return { ids: (await videosOfHash(db, hash, alikeAtMost)).map((row) => row.id), isAll: true }
  if (only !== null) return { ids: only === 'video' && id !== null ? [id] : [], isAll: true }
  return id === null ? noneNamed : { ids: [id], isAll: text.startsWith('#') }
}

async function idOf({ db }: ServiceContext, username: string): Promise<number | null> {
  const [account] = await accountIdNamed(db, canonicalUsername(username))
  return account?.id ?? null
}
