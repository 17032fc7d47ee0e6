import { eq, type SQL, sql } from 'drizzle-orm'
import { type SearchSort, searchedAtMost } from '#contract/values/videos/search'
import type { Db } from '#db/client'
import { users, videos, wherePublic } from '#db/schema'
import { indexedColumns } from '../video'
import { relevance } from './relevance'
import { beginning, hasLongRun, type Joined, whereInARow } from './terms'

export interface Asked {
  /** As they are typed: only letters, marks and digits. */
  words: readonly string[]
  /** Whether a video must have all of the words, or any. */
  joined: Joined
}

export interface VideoFilter {
  categoryId?: number | undefined
  isPremium?: boolean | undefined
  /** Seconds. */
  length?: readonly [from: number, upTo: number | null] | undefined
  uploadedSince?: number | undefined
  /** Pixels of the shorter side. */
  quality?: number | undefined
  /** Leaves out the videos that this account has watched. */
  unwatchedBy?: number | undefined
}

export interface VideoSearch {
  /** Null: all public videos. */
  asked: Asked | null
  filter: VideoFilter
  sort: SearchSort
  limit: number
  /** The last row of the page before. */
  after?: { key: number; id: number } | undefined
}

/**
 * Returns a page of the public videos that match, out of the first few hundred. These are sorted as a JSON
 * array: D1 counts each row again that a subquery or a sort sets aside, and an array gives the number of
 * matches for free. If nothing matches, one row without a video says how many were looked at. FTS5's own rank
 * would go through all videos with a word, which takes a quarter of a second if half a million have it.
 */
export function searchedVideos(db: Db, search: VideoSearch) {
  const { after, limit, sort, filter, asked } = search
  const key = asked && sort === 'relevance' ? relevance(asked) : sortKeys[sort]
  const wanted = after ? sql`(${key}, videos.id) < (${after.key}, ${after.id})` : sql`true`
  const found = sql`with ${asked ? termsOf(asked) : sql``} found as materialized (
    select count(*) as looked_at,
      json_group_array(json_array(videos.id, ${key}) order by ${key} desc, videos.id desc)
        filter (where ${wherePublic} ${filters(filter)} and ${wanted} ${inARow(asked)}) as hits
    from (${asked ? hitsOf(search) : firstOf(search)}) cross join videos on videos.id = hit_id
  )`
  return db
    .select({
      ...indexedColumns,
      rankKey: sql<number>`hit_key`,
      /** Number of matching videos among those looked at. */
      matches: sql<number>`matches`,
      /** Number of videos looked at if there are more; otherwise null. */
      lookedAt: sql<number | null>`case when looked_at > ${atMostOf(filter)} then looked_at - 1 end`,
    })
    .from(
      sql`(${found} select looked_at, json_array_length(hits) as matches, hit.value ->> 0 as hit_id, hit.value ->> 1 as hit_key
        from found left join json_each(found.hits) hit limit ${limit}) page`,
    )
    .leftJoin(videos, sql`${videos.id} = page.hit_id`)
    .leftJoin(users, eq(users.id, videos.userId))
}

/** Videos looked at for each one that is counted, where the index alone can't tell. */
const lookedAtForEach = 10

/** Counts the videos that have the words, up to a limit. */
export function countHits(db: Db, asked: Asked, atMost: number) {
  const terms = beginning(asked.words, asked.joined)
  const counted = db.select({ hits: sql<number>`count(*)` })
  if (asked.joined === 'OR' || !hasLongRun(asked.words)) return counted.from(sql`(${newest(terms, atMost)})`)
  return counted.from(sql`(select 1 from (${newest(terms, lookedAtForEach * atMost)}) hit
    cross join videos on videos.id = hit.rowid where ${whereInARow(asked.words)} limit ${atMost})`)
}

/** Returns the number of rows that a search may go through: fewer if each is looked up once more. */
function atMostOf({ unwatchedBy }: VideoFilter): number {
  return unwatchedBy === undefined ? searchedAtMost : Math.floor((searchedAtMost * 3) / 4)
}

/** Returns, in SQL, what the index can't tell of hits for all words. */
function inARow(asked: Asked | null): SQL {
  return asked?.joined === 'AND' ? sql`and ${whereInARow(asked.words)}` : sql``
}

function termsOf({ words, joined }: Asked): SQL {
  return sql`terms as materialized (select ${beginning(words, joined)} as wide),`
}

/** Returns, in SQL, the hits; by relevance, those with the words in their titles come first, however old. */
function hitsOf({ sort, filter }: VideoSearch): SQL {
  const wide = sql`(select wide from terms)`
  // One more row shows whether there are more.
  const atMost = atMostOf(filter) + 1
  if (sort !== 'relevance') return sql`select rowid as hit_id from (${newest(wide, atMost)})`
  const inTitle = sql`'{title} : (' || ${wide} || ')'`
  const elsewhere = sql`'(' || ${wide} || ') NOT {title} : (' || ${wide} || ')'`
  return sql`select rowid as hit_id from (${newest(inTitle, atMost)})
    union all select rowid as hit_id from (${newest(elsewhere, atMost)}) limit ${atMost}`
}

/** Returns, in SQL, the newest hits, in the order of the index, which is read no further than the limit. */
function newest(expression: SQL, atMost: number): SQL {
  return sql`select rowid from video_search where video_search match ${expression} order by rowid desc limit ${atMost}`
}

/**
 * Returns, in SQL, the videos of a search without words: the first public ones in an order that an index has.
 */
function firstOf({ filter, sort }: VideoSearch): SQL {
  // The most viewed videos of all time may include none of a given week.
  const since = filter.uploadedSince
  const byViews = since === undefined && (sort === 'views' || sort === 'rated')
  const parts = [
    'videos_public',
    ...(filter.categoryId === undefined ? [] : ['category']),
    ...(filter.isPremium === undefined ? [] : ['class']),
    byViews ? 'popular' : 'new',
  ]
  return sql`select id as hit_id from videos indexed by ${sql.raw(parts.join('_'))}
    where ${wherePublic} ${whereClass(filter)} ${since === undefined ? sql`` : sql`and created_at >= ${since}`}
    order by ${sql.raw(byViews ? 'popularity' : 'created_at')} desc, id desc limit ${atMostOf(filter) + 1}`
}

/** The sort keys of a search, highest first: integers, so that a cursor holds them exactly. */
const sortKeys: Record<SearchSort, SQL> = {
  relevance: sql`videos.popularity`,
  newest: sql`videos.created_at`,
  views: sql`videos.views`,
  // As if twenty more viewers had watched, one of whom liked it: a few likes of few views say little.
  rated: sql`cast(1000000.0 * (videos.likes + 1) / (videos.views + 20) as integer)`,
  longest: sql`cast(1000 * coalesce(videos.duration, 0) as integer)`,
}

function whereClass({ categoryId, isPremium }: VideoFilter): SQL {
  return sql.join([
    categoryId === undefined ? sql`` : sql` and videos.category_id = ${categoryId}`,
    isPremium === undefined ? sql`` : sql` and videos.is_premium = ${isPremium ? 1 : 0}`,
  ])
}

function filters(filter: VideoFilter): SQL {
  const { length, uploadedSince, quality, unwatchedBy } = filter
  const [from, upTo] = length ?? [0, null]
  return sql.join([
    whereClass(filter),
    length ? sql` and duration >= ${from}` : sql``,
    upTo === null ? sql`` : sql` and duration < ${upTo}`,
    uploadedSince === undefined ? sql`` : sql` and videos.created_at >= ${uploadedSince}`,
    quality === undefined ? sql`` : sql` and min(width, height) >= ${quality}`,
    unwatchedBy === undefined
      ? sql``
      : sql` and not exists (select 1 from watch_history w where w.user_id = ${unwatchedBy} and w.video_id = videos.id)`,
  ])
}
