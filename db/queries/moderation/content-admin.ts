import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ContentSort, ContentState } from '../../../contract/values/moderation/content'
import type { Db } from '../../client'
import {
  ownerCounts,
  users,
  videos,
  wherePublic,
  whereScheduled,
  whereShownToOwner,
  whereUnlisted,
} from '../../schema'
import { type IndexHint, indexedBy } from '../shared/index-hints'
import { adminColumns } from '../videos/for-staff'
import { whereTitleHolds } from '../videos/titles'

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
  /** Parts of the title, folded like the column. Empty where a scan of the titles has tested them. */
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
  /** What it sorts by before the ID. */
  by: SQL
  isAscending: boolean
}

/** Plans a list along one index; `sortsOfContent` says which orders the filters leave. */
export function planContent(filters: ContentFilters): ContentHint {
  const { index, holds, by = sql`${videos.createdAt}` } = indexFor(filters)
  const conditions = conditionsOf(filters)
  const pick = (wanted: boolean) =>
    and(...[...conditions].filter(([name]) => holds.includes(name) === wanted).map(([, each]) => each))
  return { index, indexed: pick(true), rest: pick(false), by, isAscending: filters.isAscending }
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

/** States rare enough for an index of their own per category and per account. */
const fewStates: readonly ContentState[] = ['pending', 'rejected', 'private']

interface Index {
  index: string
  holds: Filter[]
  /** By date unless it says otherwise. */
  by?: SQL
}

function indexFor(filters: ContentFilters): Index {
  const { state, ownerId, categoryId, isPremium, reported, sort } = filters
  const isFew = fewStates.includes(state)
  if (ownerId !== undefined) {
    if (reported) return { index: 'videos_reported_owner', holds: ['ownerId', 'reported'] }
    if (isFew) return { index: `videos_${state}_owner`, holds: ['ownerId', 'state'] }
    return { index: 'videos_of_owner_new', holds: ['ownerId'] }
  }
  if (reported) return { index: 'videos_reported', holds: ['reported'] }
  if (state === 'unlisted' || state === 'scheduled' || state === 'broken' || state === 'held')
    return { index: `videos_${state}`, holds: ['state'] }
  const ofCategory = categoryId !== undefined
  if (isFew && ofCategory) return { index: `videos_${state}_category`, holds: ['state', 'categoryId'] }
  if (isFew) return { index: `videos_${state}`, holds: ['state'] }
  if (sort === 'title') return { ...titlesIndex(state === 'live'), by: sql`title_folded` }
  if (sort === 'views') return { index: 'videos_views', holds: [], by: sql`views_listed` }
  if (sort === 'length') return { index: 'videos_length', holds: [], by: sql`coalesce(duration, 0)` }
  if (state === 'live') return liveIndex(ofCategory, isPremium !== undefined)
  if (ofCategory) return { index: 'videos_category', holds: ['categoryId'] }
  if (isPremium !== undefined) return { index: 'videos_class', holds: ['isPremium'] }
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

/** The last row of the page before; `key` is what it was sorted by. */
export interface ContentCursor {
  key: string | number
  id: number
}

/**
 * Returns a limited number of rows along the hint's index. Rows that fail the other filters are included as not
 * `matching`, since they show how far the scan got.
 */
export async function contentPage(
  db: Db,
  hint: ContentHint,
  atMost: number,
  after?: ContentCursor,
): Promise<ContentRow[]> {
  const { by, isAscending } = hint
  const { direction, beyond } = wordsFor(isAscending)
  const byId = sql`${videos.id} ${direction}`
  const beyondId = after && sql`${videos.id} ${beyond} ${after.id}`
  const byKey = sql`"sort_key" ${direction}`
  if (!after) return contentRows(db, hint).orderBy(byKey, byId).limit(atMost)
  // Not one union: where the key is an expression, SQLite would read all rows with an equal one, to sort them.
  const equal = sql`${by} = ${after.key} and ${beyondId}`
  const first = await contentRows(db, hint, equal).orderBy(byId).limit(atMost)
  if (first.length === atMost) return first
  const others = contentRows(db, hint, sql`${by} ${beyond} ${after.key}`).orderBy(byKey, byId)
  return [...first, ...(await others.limit(atMost - first.length))]
}

export type ContentRow = Awaited<ReturnType<typeof contentRows>>[number]

/** Returns rows by their IDs, in the hint's order. */
export function contentOfIds(db: Db, hint: ContentHint, ids: readonly number[]) {
  const { direction } = wordsFor(hint.isAscending)
  const all = and(hint.indexed, hint.rest)
  return contentRows(
    db,
    { ...hint, index: null, indexed: undefined, rest: all },
    // One parameter, since D1 takes a hundred.
    sql`${videos.id} in (select value from json_each(${JSON.stringify(ids)}))`,
  ).orderBy(sql`"sort_key" ${direction}`, sql`"videos"."id" ${direction}`)
}

function wordsFor(isAscending: boolean) {
  return { direction: sql.raw(isAscending ? 'asc' : 'desc'), beyond: sql.raw(isAscending ? '>' : '<') }
}

function contentRows(db: Db, { index, indexed, rest, by }: ContentHint, range?: SQL) {
  // Looks up the account only for a matching row, so that any other costs one row.
  const owner = rest ? sql`case when ${rest} then ${videos.userId} end` : sql`${videos.userId}`
  return db
    .select({
      ...adminColumns,
      sortKey: sql<string | number>`${by}`.as('sort_key'),
      matching: sql`(${users.id} is not null)`.mapWith(Boolean),
    })
    .from(indexedBy(videos, index))
    .leftJoin(users, sql`${users.id} = ${owner}`)
    .where(and(indexed, range))
}

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

/** Returns how an account's uploads have fared, from indices that hold only the counted rows. */
export function uploadRecord(db: Db, userId: number) {
  const countOf = (review: 'pending' | 'rejected') =>
    sql<number>`(select count(*) from ${indexedBy(videos, `videos_${review}_owner`)}
      where user_id = ${userId} and review = ${sql.raw(`'${review}'`)} and (${whereShownToOwner} or hold = 'ban'))`
  return db
    .select({
      // A ban removes its videos from the owner's count, and they are what led to it.
      videos: sql<number>`coalesce(${ownerCounts.total}, 0) + case
        when exists (select 1 from users where id = ${userId} and ban_reason is not null)
        then (select count(*) from ${indexedBy(videos, 'videos_banned')} where user_id = ${userId} and hold = 'ban')
        else 0 end`.as('all_videos'),
      pending: countOf('pending').as('pending'),
      rejected: countOf('rejected').as('rejected'),
      removed: sql<number>`(select count(*) from removals
        where owner_id = ${userId} and restored_at is null)`.as('removed'),
      openReports:
        sql<number>`(select coalesce(sum(open_reports), 0) from ${indexedBy(videos, 'videos_reported_owner')}
        where user_id = ${userId} and open_reports > 0)`.as('reports'),
    })
    .from(sql`(select ${userId} as account)`)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, userId))
}

export type CountedUploads = Awaited<ReturnType<typeof uploadRecord>>[number]
