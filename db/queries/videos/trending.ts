import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { dayOf } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { users, videos, viewsSeen, wherePublic } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'
import { indexedColumns } from './video'

/**
 * The worth of a view, in thousandths, on its own day and on each of the six days after it: it halves every
 * two days (1000 × 2^(-days / 2)). The rankings of Reddit and Hacker News also amount to an exponential
 * decay; it goes by days, since views are counted by day.
 */
const worth = [1000, 707, 500, 354, 250, 177, 125] as const

/** Returns, in SQL, the score of a video on a day: 0 if no one has watched it within a week. */
function score(today: number): SQL {
  const cases = worth.map(
    (value, age) => sql`when ${sql.raw(String(today - age))} then ${sql.raw(String(value))}`,
  )
  return sql`coalesce((select sum(d.views * case d.day ${sql.join(cases, sql` `)} else 0 end) from video_days d
    where d.video_id = ${videos.id} and d.day > ${today - worth.length}), 0)`
}

/** Rewrites the score of videos that were watched since a time, if it changed. */
export function refreshTrendingOf(db: Db, watchedSince: number, now: number, atMost: number) {
  const watched = db.select({ id: viewsSeen.videoId }).from(viewsSeen).where(gte(viewsSeen.at, watchedSince))
  const changed = ne(videos.trending, score(dayOf(now)))
  const stale = db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, watched), changed))
    .limit(atMost)
  return rewriteTrending(db, now, inArray(videos.id, stale))
}

/** Rewrites the scores from earlier days: on a new day, each view is worth less. */
export function decayTrending(db: Db, now: number, atMost: number) {
  const old = sql`(select id from ${indexedBy(videos, 'videos_trending_day')}
    where trending > 0 and trending_day < ${dayOf(now)} limit ${atMost})`
  return rewriteTrending(db, now, sql`${videos.id} in ${old}`)
}

/** Rewrites the score of some videos. */
export function rewriteTrending(db: Db, now: number, which: SQL) {
  const today = dayOf(now)
  return db
    .update(videos)
    .set({ trending: score(today), trendingDay: today })
    .where(which)
}

export interface TrendingCursor {
  trending: number
  id: number
}

/** Returns the public videos that are trending, the most watched first. */
export function trendingVideos(db: Db, limit: number, after?: TrendingCursor) {
  if (!after) return rows(db).orderBy(desc(videos.trending), desc(videos.id)).limit(limit)
  // Two index ranges: see publicVideos.
  const equal = and(eq(videos.trending, after.trending), lt(videos.id, after.id))
  return unionAll(rows(db, equal), rows(db, lt(videos.trending, after.trending)))
    .orderBy(sql.raw('"videos"."trending" desc'), sql.raw('"videos"."id" desc'))
    .limit(limit)
}

function rows(db: Db, range?: SQL) {
  return db
    .select({ ...indexedColumns, ...expressions({ trending: videos.trending }) })
    .from(indexedBy(videos, 'videos_public_trending'))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(and(wherePublic, sql`trending > 0`, range))
}

export type TrendingRow = Awaited<ReturnType<typeof trendingVideos>>[number]
