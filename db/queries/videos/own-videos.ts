import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { OwnSort, OwnTab } from '#contract/values/videos/video'
import type { Db } from '../../client'
import {
  ownerCounts,
  videos,
  whereScheduled,
  whereShownToOwner,
  whereTrashed,
  whereUnlisted,
} from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'
import { columns } from './video'

// My Videos: an account's own videos, except those that staff removed and those of a leaving account.

/** The videos of each tab. */
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

const sortKeys: Record<OwnSort, SQL> = {
  date: sql`created_at`,
  views: sql`views_listed`,
  likes: sql`likes_listed`,
  length: sql`coalesce(duration, 0)`,
}

export interface OwnList {
  userId: number
  tab: OwnTab
  sort: OwnSort
  isAscending: boolean
  /** Words that the title must contain, folded like the column. */
  words: readonly string[]
}

/** The last row of the page before; `key` is its sort key. */
export interface OwnCursor {
  key: number
  id: number
}

/** All columns but the owner's name, which the session provides. */
const { username, ...ownColumns } = columns

/**
 * Returns a limited number of videos of a list. It reads each of the account's videos once; sorted by date,
 * only as far as the page goes.
 */
export function ownPage(db: Db, list: OwnList, atMost: number, after?: OwnCursor) {
  return db
    .select({
      ...expressions({ ...ownColumns, trashedAt: videos.trashedAt }),
      sortKey: sql<number>`sort_key`.as('sort_key'),
    })
    .from(sql`(${inOrder(list, after)}) found cross join videos on videos.id = found_id`)
    .limit(atMost)
}

/**
 * Returns, in SQL, IDs and sort keys in the order of a list. With a limit here, sorting would read each row
 * twice.
 */
function inOrder({ userId, tab, sort, isAscending, words }: OwnList, after: OwnCursor | undefined): SQL {
  const isTrash = tab === 'deleted'
  const by = isTrash ? sql`trashed_at` : sortKeys[sort]
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const beyond = sql.raw(isAscending ? '>' : '<')
  const wanted = and(
    eq(videos.userId, userId),
    isTrash ? undefined : whereShownToOwner,
    ofTab[tab],
    ...words.map((word) => sql`instr(title_folded, ${word}) > 0`),
    // The first comparison limits the index, if the index has this order.
    after && sql`${by} ${beyond}= ${after.key} and (${by} <> ${after.key} or id ${beyond} ${after.id})`,
  )
  return sql`select id as found_id, ${by} as sort_key
    from ${indexedBy(videos, isTrash ? 'videos_of_owner' : 'videos_owner')} where ${wanted}
    order by sort_key ${direction}, id ${direction} limit -1`
}

export type OwnRow = Awaited<ReturnType<typeof ownPage>>[number]

/** Returns the number of videos in the list of all. */
export function ownVideoTotal(db: Db, userId: number) {
  return db.select({ total: ownerCounts.total }).from(ownerCounts).where(eq(ownerCounts.userId, userId))
}

/**
 * Returns the counts of the tabs. The counts of states aren't stored, so each of the account's videos is
 * read.
 */
export function ownVideoCounts(db: Db, userId: number) {
  const kept = (column: SQLiteColumn) => sql<number>`coalesce(${column}, 0)`
  const counted = (tab: OwnTab, which: SQL = whereShownToOwner) =>
    sql`count(case when ${and(which, ofTab[tab])} then 1 end) as ${sql.raw(tab)}`
  const states = sql`(select ${counted('processing')}, ${counted('pending')}, ${counted('rejected')},
    ${counted('failed')}, ${counted('deleted', whereTrashed)}
    from ${indexedBy(videos, 'videos_of_owner')} where user_id = ${userId})`
  return db
    .select({
      total: kept(ownerCounts.total).as('total'),
      public: kept(ownerCounts.public).as('public'),
      premium: kept(ownerCounts.premium).as('premium'),
      unlisted: kept(ownerCounts.unlisted).as('unlisted'),
      scheduled: kept(ownerCounts.scheduled).as('scheduled'),
      processing: sql<number>`processing`,
      pending: sql<number>`pending`,
      rejected: sql<number>`rejected`,
      failed: sql<number>`failed`,
      deleted: sql<number>`deleted`,
    })
    .from(states)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, userId))
}
