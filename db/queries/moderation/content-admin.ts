import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { ContentState } from '../../../contract/values/moderation/content'
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
import { type IndexHint, indexedBy, whereBeginsWith } from '../shared/index-hints'
import { adminColumns } from '../videos/for-staff'

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
  /** Prefix of the title, folded like the column. */
  title?: string | undefined
  ownerId?: number | undefined
  categoryId?: number | undefined
  isPremium?: boolean | undefined
  reported?: boolean | undefined
}

type Filter = keyof ContentFilters

export interface ContentHint extends IndexHint {
  order: 'id' | 'date' | 'title'
  /** Title prefix that the index is read for, if any; separate from the above, since a page narrows it. */
  title: string | undefined
}

export function planContent(filters: ContentFilters): ContentHint {
  const { index, holds, order = 'id' } = indexFor(filters)
  const byTitle = order === 'title'
  const conditions = conditionsOf(byTitle ? { ...filters, title: undefined } : filters)
  const pick = (wanted: boolean) =>
    and(...[...conditions].filter(([name]) => holds.includes(name) === wanted).map(([, each]) => each))
  return { index, indexed: pick(true), rest: pick(false), order, title: byTitle ? filters.title : undefined }
}

function conditionsOf({ state, title, ownerId, categoryId, isPremium, reported }: ContentFilters) {
  const conditions = new Map<Filter, SQL>()
  if (state !== 'all') conditions.set('state', ofState[state])
  if (title) conditions.set('title', whereBeginsWith(videos.titleFolded, title))
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
  index: string | null
  holds: Filter[]
  /** By ID unless it says otherwise. */
  order?: ContentHint['order']
}

function indexFor(filters: ContentFilters): Index {
  const { state, title, ownerId, categoryId, isPremium, reported } = filters
  const isFew = fewStates.includes(state)
  if (ownerId !== undefined) {
    if (reported) return { index: 'videos_reported_owner', holds: ['ownerId', 'reported'] }
    if (isFew) return { index: `videos_${state}_owner`, holds: ['ownerId', 'state'] }
    return { index: 'videos_of_owner', holds: ['ownerId'] }
  }
  if (reported) return { index: 'videos_reported', holds: ['reported'] }
  if (state === 'unlisted' || state === 'scheduled' || state === 'broken' || state === 'held')
    return { index: `videos_${state}`, holds: ['state'] }
  if (title) {
    if (state === 'live') return { index: 'videos_public_title', holds: ['title', 'state'], order: 'title' }
    return { index: 'videos_title', holds: ['title'], order: 'title' }
  }
  const ofCategory = categoryId !== undefined
  if (state === 'live') return liveIndex(ofCategory, isPremium !== undefined)
  if (isFew && ofCategory) return { index: `videos_${state}_category`, holds: ['state', 'categoryId'] }
  if (isFew) return { index: `videos_${state}`, holds: ['state'] }
  if (ofCategory) return { index: 'videos_category', holds: ['categoryId'] }
  if (isPremium !== undefined) return { index: 'videos_class', holds: ['isPremium'] }
  return { index: null, holds: [] }
}

/** Returns the index of a public list, whose rows go by date. */
function liveIndex(ofCategory: boolean, ofClass: boolean): Index {
  const parts = ['videos_public', ...(ofCategory ? ['category'] : []), ...(ofClass ? ['class'] : []), 'new']
  const holds: Filter[] = ['state', ...(ofCategory ? (['categoryId'] as const) : [])]
  return { index: parts.join('_'), holds: ofClass ? [...holds, 'isPremium'] : holds, order: 'date' }
}

/** The last row of the page before. */
export interface ContentCursor {
  /** Its title, or its date; of no use where a list goes by ID. */
  key: string | number
  id: number
}

/**
 * Returns a limited number of rows along the hint's index, newest first or by title. Rows that fail the other
 * filters are included as not `matching`, since they show how far the scan got.
 */
export function contentPage(db: Db, hint: ContentHint, atMost: number, after?: ContentCursor) {
  const { title, order } = hint
  if (order === 'id') {
    return contentRows(db, hint, after && lt(videos.id, after.id))
      .orderBy(desc(videos.id))
      .limit(atMost)
  }
  if (order === 'date') return pageByDate(db, hint, atMost, after)
  if (!after) {
    return contentRows(db, hint, whereBeginsWith(videos.titleFolded, title ?? ''))
      .orderBy(asc(videos.titleFolded), asc(videos.id))
      .limit(atMost)
  }
  // Two index ranges, merged while reading: see publicVideos.
  const equal = and(eq(videos.titleFolded, String(after.key)), gt(videos.id, after.id))
  const beyond = whereBeginsWith(videos.titleFolded, title ?? '', String(after.key))
  return unionAll(contentRows(db, hint, equal), contentRows(db, hint, beyond))
    .orderBy(sql.raw('"videos"."title_folded" asc'), sql.raw('"videos"."id" asc'))
    .limit(atMost)
}

function pageByDate(db: Db, hint: ContentHint, atMost: number, after?: ContentCursor) {
  if (!after) return contentRows(db, hint).orderBy(desc(videos.createdAt), desc(videos.id)).limit(atMost)
  const equal = and(eq(videos.createdAt, Number(after.key)), lt(videos.id, after.id))
  const below = lt(videos.createdAt, Number(after.key))
  return unionAll(contentRows(db, hint, equal), contentRows(db, hint, below))
    .orderBy(sql.raw('"videos"."created_at" desc'), sql.raw('"videos"."id" desc'))
    .limit(atMost)
}

function contentRows(db: Db, { index, indexed, rest }: ContentHint, range?: SQL) {
  // Looks up the account only for a matching row, so that any other costs one row.
  const owner = rest ? sql`case when ${rest} then ${videos.userId} end` : sql`${videos.userId}`
  return db
    .select({ ...adminColumns, matching: sql`(${users.id} is not null)`.mapWith(Boolean) })
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
