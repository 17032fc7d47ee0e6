import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core'
import { type OwnSort, type OwnTab, ownCountMax } from '../../../contract/values/videos/videos'
import type { Db } from '../../client'
import {
  ownerCounts,
  videos,
  whereScheduled,
  whereShownToOwner,
  whereTrashed,
  whereUnlisted,
} from '../../schema'
import { expressions, type IndexHint, indexedBy } from '../shared/index-hints'
import { columns } from './videos'

// My Videos: an account's own videos, except those that staff removed and those of a leaving account.

/** Conditions of the tabs; literal, as the indices have them. */
const ofTab: Record<OwnTab, SQL | undefined> = {
  all: undefined,
  public: sql`is_public = 1`,
  unlisted: whereUnlisted,
  scheduled: whereScheduled,
  private: sql`is_public = 0 and unlisted_key is null`,
  premium: sql`is_premium = 1`,
  free: sql`is_premium = 0`,
  processing: sql`status = 'processing'`,
  pending: sql`review = 'pending'`,
  rejected: sql`review = 'rejected'`,
  failed: sql`status = 'failed'`,
  deleted: whereTrashed,
}

/** Indices by date, which hold a tab's rows and no others. */
const byDate: Record<OwnTab, string> = {
  all: 'videos_owner',
  public: 'videos_owner_public',
  unlisted: 'videos_owner_unlisted',
  scheduled: 'videos_owner_scheduled',
  private: 'videos_owner_private',
  premium: 'videos_owner_premium',
  free: 'videos_owner_premium',
  processing: 'videos_owner_processing',
  pending: 'videos_owner_pending',
  rejected: 'videos_owner_rejected',
  failed: 'videos_owner_failed',
  deleted: 'videos_owner_trash',
}

const sortKeys: Record<OwnSort, SQL> = {
  date: sql`created_at`,
  views: sql`views_listed`,
  likes: sql`likes_listed`,
  length: sql`coalesce(duration, 0)`,
}

export interface OwnFilters {
  userId: number
  tab: OwnTab
  sort: OwnSort
  isAscending: boolean
  /** Words that a title contains, folded like the column. */
  words: readonly string[]
}

export interface OwnHint extends IndexHint {
  /** What it sorts by before the ID. */
  by: SQL
  isAscending: boolean
}

/** Plans a list along the index of its order; where that isn't the tab's own, each row is tested for the tab. */
export function planOwn({ userId, tab, sort, isAscending, words }: OwnFilters): OwnHint {
  const owner = eq(videos.userId, userId)
  const contains = words.map((word) => sql`instr(title_folded, ${word}) > 0`)
  const plan = (index: string, by: SQL, indexed: SQL | undefined, rest: SQL | undefined): OwnHint => ({
    ...{ index, by, isAscending, indexed: and(owner, indexed) },
    rest: and(rest, ...contains),
  })
  if (tab === 'deleted') return plan(byDate.deleted, sql`trashed_at`, whereTrashed, undefined)
  const by = sortKeys[sort]
  if (sort !== 'date') return plan(`videos_owner_${sort}`, by, whereShownToOwner, ofTab[tab])
  return plan(byDate[tab], by, and(whereShownToOwner, ofTab[tab]), undefined)
}

/** The last row of the page before; `key` is what it was sorted by. */
export interface OwnCursor {
  key: number
  id: number
}

/**
 * Returns a limited number of rows along the hint's index. Rows that fail the rest are included as not
 * `matching`, since they show how far the scan got.
 */
export function ownPage(db: Db, hint: OwnHint, atMost: number, after?: OwnCursor) {
  const { by, isAscending } = hint
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const beyond = sql.raw(isAscending ? '>' : '<')
  const order = [sql`"sort_key" ${direction}`, sql`"videos"."id" ${direction}`]
  if (!after) {
    return ownRows(db, hint)
      .orderBy(...order)
      .limit(atMost)
  }
  // Two index ranges, merged while reading: see publicVideos.
  const equal = sql`${by} = ${after.key} and ${videos.id} ${beyond} ${after.id}`
  return unionAll(ownRows(db, hint, equal), ownRows(db, hint, sql`${by} ${beyond} ${after.key}`))
    .orderBy(...order)
    .limit(atMost)
}

export type OwnRow = Awaited<ReturnType<typeof ownPage>>[number]

/** All but the owner's name, which the owner's session knows. */
const { username: _, ...ownColumns } = columns

function ownRows(db: Db, { index, by, indexed, rest }: OwnHint, range?: SQL) {
  return db
    .select({
      ...expressions({ ...ownColumns, trashedAt: videos.trashedAt }),
      sortKey: sql<number>`${by}`.as('sort_key'),
      matching: (rest ? sql`(${rest})` : sql`1`).mapWith(Boolean).as('matching'),
    })
    .from(indexedBy(videos, index))
    .where(and(indexed, range))
}

const statesCounted = ['processing', 'pending', 'rejected', 'failed', 'deleted'] as const

/** Returns the counts of the tabs; those of states stop at a maximum, since they are counted each time. */
export function ownVideoCounts(db: Db, userId: number) {
  const countOf = (tab: (typeof statesCounted)[number]) => {
    const shown = tab === 'deleted' ? undefined : whereShownToOwner
    return sql<number>`(select count(*) from (select 1 from ${indexedBy(videos, byDate[tab])}
      where ${and(eq(videos.userId, userId), ofTab[tab], shown)} limit ${ownCountMax}))`.as(tab)
  }
  const kept = (column: SQLiteColumn) => sql<number>`coalesce(${column}, 0)`
  return db
    .select({
      total: kept(ownerCounts.total).as('total'),
      public: kept(ownerCounts.public).as('public'),
      premium: kept(ownerCounts.premium).as('premium'),
      unlisted: kept(ownerCounts.unlisted).as('unlisted'),
      scheduled: kept(ownerCounts.scheduled).as('scheduled'),
      processing: countOf('processing'),
      pending: countOf('pending'),
      rejected: countOf('rejected'),
      failed: countOf('failed'),
      deleted: countOf('deleted'),
    })
    .from(sql`(select ${userId} as account)`)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, userId))
}
