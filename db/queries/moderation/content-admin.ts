import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ContentSort, ContentState } from '#contract/values/moderation/content'
import type { Db } from '../../client'
import {
  ownerCounts,
  users,
  videos,
  wherePublic,
  whereScheduled,
  whereShownToOwner,
  whereUnlisted,
  whereWithheld,
} from '../../schema'
import { type IndexHint, indexedBy } from '../shared/index-hints'
import { adminColumns } from '../videos/for-staff'
import { whereTitleHolds } from '../videos/search/titles'

// All content as administrators list it, in any state.

/** Literal conditions, since a parameter doesn't tell SQLite that a partial index holds the row. */
const ofState: Record<Exclude<ContentState, 'all'>, SQL> = {
  live: wherePublic,
  private: sql`is_public = 0`,
  unlisted: whereUnlisted,
  scheduled: whereScheduled,
  pending: sql`review = 'pending'`,
  rejected: sql`review = 'rejected'`,
  broken: sql`status <> 'ready'`,
  held: sql`hold is not null`,
}

export interface ContentFilters {
  state: ContentState
  /** Parts of the title, folded like the column. Empty if a scan of the titles has tested them already. */
  parts: readonly string[]
  ownerId?: number | undefined
  categoryId?: number | undefined
  isPremium?: boolean | undefined
  reported?: boolean | undefined
  sort: ContentSort
  isAscending: boolean
}

type Filter = Exclude<keyof ContentFilters, 'sort' | 'isAscending'>

export interface ContentHint extends IndexHint {
  /** The sort key, which comes before the ID. */
  by: SQL
  isAscending: boolean
}

/** Plans a list along one index; `sortsOfContent` says which orders the filters allow. */
export function planContent(filters: ContentFilters): ContentHint {
  const { index, holds, within, by = sql`${videos.createdAt}` } = indexFor(filters)
  const conditions = conditionsOf(filters)
  const pick = (wanted: boolean) =>
    [...conditions].filter(([name]) => holds.includes(name) === wanted).map(([, each]) => each)
  const { isAscending } = filters
  return { index, indexed: and(within, ...pick(true)), rest: and(...pick(false)), by, isAscending }
}

function conditionsOf({ state, parts, ownerId, categoryId, isPremium, reported }: ContentFilters) {
  const conditions = new Map<Filter, SQL>()
  if (state !== 'all') conditions.set('state', ofState[state])
  const holdsParts = whereTitleHolds(parts)
  if (holdsParts) conditions.set('parts', holdsParts)
  if (ownerId !== undefined) conditions.set('ownerId', eq(videos.userId, ownerId))
  if (categoryId !== undefined) conditions.set('categoryId', eq(videos.categoryId, categoryId))
  if (isPremium !== undefined) conditions.set('isPremium', eq(videos.isPremium, isPremium))
  if (reported !== undefined)
    conditions.set('reported', reported ? sql`open_reports > 0` : sql`open_reports = 0`)
  return conditions
}

/** The index with the fewest rows to read for each state but `live`. */
const indexOfState: Record<Exclude<ContentState, 'all' | 'live'>, Index> = {
  private: { index: 'videos_private', holds: ['state'] },
  unlisted: { index: 'videos_private', holds: [], within: sql`is_public = 0` },
  scheduled: { index: 'videos_private', holds: [], within: sql`is_public = 0` },
  pending: { index: 'videos_withheld', holds: [], within: whereWithheld },
  rejected: { index: 'videos_withheld', holds: [], within: whereWithheld },
  broken: { index: 'videos_withheld', holds: [], within: whereWithheld },
  held: { index: 'videos_withheld', holds: [], within: whereWithheld },
}

interface Index {
  index: string
  /** Filters that the index itself applies. */
  holds: readonly Filter[]
  /** A further condition that all of its rows meet. */
  within?: SQL
  /** Sort key of the index; the date if not given. */
  by?: SQL
}

function indexFor(filters: ContentFilters): Index {
  const { state, ownerId, categoryId, isPremium, reported, sort } = filters
  if (ownerId !== undefined) {
    if (state === 'live') return { index: 'videos_public_owner_new', holds: ['ownerId', 'state'] }
    return { index: 'videos_of_owner', holds: ['ownerId'] }
  }
  if (reported) return { index: 'videos_reported', holds: ['reported'] }
  if (state !== 'all' && state !== 'live') return indexOfState[state]
  if (sort === 'title') return { ...titlesIndex(state === 'live'), by: sql`title_folded` }
  if (sort === 'views') return { index: 'videos_views', holds: [], by: sql`views_listed` }
  if (sort === 'length') return { index: 'videos_length', holds: [], by: sql`coalesce(duration, 0)` }
  const ofCategory = categoryId !== undefined
  if (state === 'live') return liveIndex(ofCategory, isPremium !== undefined)
  if (ofCategory) return { index: 'videos_category', holds: ['categoryId'] }
  return { index: 'videos_new', holds: [] }
}

function titlesIndex(isLive: boolean): Index {
  return isLive ? { index: 'videos_public_title', holds: ['state'] } : { index: 'videos_title', holds: [] }
}

/** Returns the index of a public list. */
function liveIndex(ofCategory: boolean, ofClass: boolean): Index {
  const parts = ['videos_public', ...(ofCategory ? ['category'] : []), ...(ofClass ? ['class'] : []), 'new']
  const holds: Filter[] = ['state', ...(ofCategory ? (['categoryId'] as const) : [])]
  return { index: parts.join('_'), holds: ofClass ? [...holds, 'isPremium'] : holds }
}

/**
 * Number of rows that a page reads along its index; a few thousand, with a second look at the row where it
 * ended.
 */
export const scannedAtMost = 2000

/** The last row of the page before; `key` is its sort key. */
export interface ContentCursor {
  key: string | number
  id: number
}

/** Returns the first videos of a list among a limited number of rows along the hint's index. */
export function contentPage(db: Db, hint: ContentHint, atMost: number, after?: ContentCursor) {
  return contentRows(db, rowsAlong(hint, after)).limit(atMost)
}

/** Returns the row at which such a page stops short of the end of the list; none if it reaches the end. */
export function endOfContentPage(db: Db, hint: ContentHint, after?: ContentCursor) {
  return db
    .select({ id: sql<number>`id`, sortKey: sql<string | number>`sort_key` })
    .from(sql`(${rowsAlong(hint, after)})`)
    .limit(1)
    .offset(scannedAtMost - 1)
}

/** Returns rows by their IDs, in the hint's order. */
export function contentOfIds(
  db: Db,
  { by, indexed, rest, isAscending }: ContentHint,
  ids: readonly number[],
) {
  const { direction } = wordsFor(isAscending)
  // One parameter, since D1 takes a hundred.
  const named = sql`id in (select value from json_each(${JSON.stringify(ids)}))`
  return contentRows(
    db,
    sql`select *, ${by} as sort_key, 1 as matching from videos where ${and(indexed, rest, named)}`,
  ).orderBy(sql`sort_key ${direction}`, sql`"videos"."id" ${direction}`)
}

function wordsFor(isAscending: boolean) {
  return { direction: sql.raw(isAscending ? 'asc' : 'desc'), beyond: sql.raw(isAscending ? '>' : '<') }
}

/**
 * Returns, in SQL, a limited number of rows along the hint's index, in its order. `matching` says which of
 * them belong to the list: the others show how far the scan got.
 */
function rowsAlong({ index, indexed, rest, by, isAscending }: ContentHint, after?: ContentCursor): SQL {
  const { direction, beyond } = wordsFor(isAscending)
  const atMost = sql.raw(`limit ${scannedAtMost}`)
  const range = (order: SQL, within?: SQL) => sql`select *, ${by} as sort_key, ${rest ?? sql`1`} as matching
    from ${indexedBy(videos, index)} where ${and(sql`true`, indexed, within)} order by ${order} ${atMost}`
  const byKey = sql`${by} ${direction}, id ${direction}`
  if (!after) return range(byKey)
  // One range after the other: for a key that is an expression, SQLite would sort all rows with an equal key
  // to merge the ranges.
  const equal = range(sql`id ${direction}`, sql`${by} = ${after.key} and id ${beyond} ${after.id}`)
  const others = range(byKey, sql`${by} ${beyond} ${after.key}`)
  return sql`select * from (${equal}) union all select * from (${others}) ${atMost}`
}

function contentRows(db: Db, rows: SQL) {
  return (
    db
      .select({ ...adminColumns, sortKey: sql<string | number>`sort_key`.as('sort_key') })
      .from(sql`(${rows}) as "videos"`)
      // A left join keeps the rows in their order.
      .leftJoin(users, eq(users.id, videos.userId))
      .where(sql`matching`)
  )
}

export type ContentRow = Awaited<ReturnType<typeof contentPage>>[number]

/** Returns an account for its upload record. */
export function uploaderById(db: Db, userId: number) {
  return db
    .select({
      id: users.id,
      username: users.username,
      createdAt: users.createdAt,
      emailVerifiedAt: users.emailVerifiedAt,
      banReason: users.banReason,
      banUntil: users.banUntil,
    })
    .from(users)
    .where(eq(users.id, userId))
}

/**
 * Returns figures on how an account's uploads have fared. Figures that aren't stored are counted over its
 * videos.
 */
export function uploadRecord(db: Db, userId: number) {
  // A ban takes its videos out of the owner's count, yet they are the ones that led to it.
  const known = sql`(${whereShownToOwner} or hold = 'ban')`
  const countOf = (which: SQL) => sql`count(case when ${which} then 1 end)`
  const counted = sql`(select ${countOf(sql`hold = 'ban'`)} as banned,
    ${countOf(sql`${known} and review = 'pending'`)} as pending,
    ${countOf(sql`${known} and review = 'rejected'`)} as rejected, coalesce(sum(open_reports), 0) as reports
    from ${indexedBy(videos, 'videos_of_owner')} where user_id = ${userId})`
  return db
    .select({
      videos: sql<number>`coalesce(${ownerCounts.total}, 0) + banned`.as('all_videos'),
      pending: sql<number>`pending`,
      rejected: sql<number>`rejected`,
      removed: sql<number>`(select count(*) from removals
        where owner_id = ${userId} and restored_at is null)`.as('removed'),
      openReports: sql<number>`reports`,
    })
    .from(counted)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, userId))
}

export type CountedUploads = Awaited<ReturnType<typeof uploadRecord>>[number]
