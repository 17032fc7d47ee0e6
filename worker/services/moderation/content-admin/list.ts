import type { AdminVideo, AdminVideoQuery } from '../../../../contract/schemas/moderation/content'
import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import { type ContentSort, sortsOfContent } from '../../../../contract/values/moderation/content'
import { accountIdNamed } from '../../../../db/queries/accounts/users'
import {
  type ContentCursor,
  type ContentHint,
  type ContentRow,
  contentOfIds,
  contentPage,
  planContent,
} from '../../../../db/queries/moderation/content-admin'
import { endOfScan, titlesHolding, videosOfHash } from '../../../../db/queries/videos/titles'
import type { ServiceContext } from '../../context'
import { decodeCursor, encodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { type Names, namesIn } from '../../shared/pasted-names'
import { adminVideoView, partsOf } from '../../videos/videos'

/** Rows scanned per row of a page, where no index covers every filter. */
const depth = 2
/** How many scans a page that would be empty may take before it is returned empty. */
const looksAtMost = 8
/** The same for scans of titles, which go further. */
const scansAtMost = 2
/** Videos with the text in their titles that the second of them looks up. */
const candidatesAtMost = 400
/** Videos with the same file that a hash finds. */
const alikeAtMost = 20

/**
 * Lists a page of all content in one of the orders that its filters leave. Where no index covers every filter, and
 * where titles are searched, it scans up to a limit: a page may be short or empty and still have a next one. A
 * search for an ID, a URL or a hash finds what it names.
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
    ...{ plan, parts, sort, isLive: filters.state === 'live' },
    limit: Math.max(1, limit - first.length),
  }
  let after = cursor
  for (let looks = 1; ; looks += 1) {
    const { items, nextCursor } = await (scans
      ? goThroughTitles(ctx, list, after, looks === 1 ? depth * limit : candidatesAtMost)
      : goAlong(ctx, list, after))
    // A title may contain its video's number.
    const found = [...first, ...items.filter(({ id }) => !named.ids.includes(id))]
    if (found.length > 0 || nextCursor === null || looks === (scans ? scansAtMost : looksAtMost))
      return { items: view(found), nextCursor }
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
  const atMost = plan.rest ? depth * limit : limit + 1
  const rows = await contentPage(db, plan, atMost, placeIn(list, after))
  const cursorOf = ({ sortKey, id }: ContentRow) => [sortKey, id]
  return sparsePage(rows, { limit, atMost, matches: ({ matching }) => matching, cursorOf })
}

function placeIn({ sort }: List, cursor: string | undefined): ContentCursor | undefined {
  if (cursor === undefined) return undefined
  const [key, id] = decodeCursor(cursor, sort === 'title' ? 'string' : 'number', 'number')
  return { key, id }
}

/** Goes through titles, and looks up a limited number of those that contain the text where other filters remain. */
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
  const rows = (await rowsOf(ctx, plan, holding)).filter(({ matching }) => matching)
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
  const rows = await rowsOf(
    ctx,
    plan,
    ids.map((id) => ({ id })),
  )
  return rows.filter(({ matching }) => matching)
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
