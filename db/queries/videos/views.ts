import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { followedBy } from '../../followed-by'
import { rateWindows, videos, viewsSeen } from '../../schema'
import { whereCounted } from '../shared/daily-stats'

/** Counts a view, unless the viewer's last counted one was less than `window` milliseconds ago. */
export function addView(db: Db, videoId: number, viewer: string, now: number, window: number) {
  return followedBy(
    db
      .insert(viewsSeen)
      .values({ videoId, viewer, at: now })
      .onConflictDoUpdate({
        target: [viewsSeen.videoId, viewsSeen.viewer],
        set: { at: sql`excluded.at` },
        setWhere: sql`excluded.at - ${viewsSeen.at} >= ${window}`,
      }),
    ({ changed }) =>
      db
        .update(videos)
        .set({ views: sql`${videos.views} + 1` })
        .where(and(eq(videos.id, videoId), changed)),
  )
}

/** Deletes views that the daily counts include. */
export function deleteOldViewsSeen(db: Db, before: number, atMost: number) {
  const old = db
    .select({ videoId: viewsSeen.videoId, viewer: viewsSeen.viewer })
    .from(viewsSeen)
    .where(and(lt(viewsSeen.at, before), whereCounted))
    .limit(atMost)
  return db.delete(viewsSeen).where(sql`(${viewsSeen.videoId}, ${viewsSeen.viewer}) in ${old}`)
}

export function deleteEndedRateWindows(db: Db, now: number, atMost: number) {
  const ended = db
    .select({ key: rateWindows.key })
    .from(rateWindows)
    .where(lt(rateWindows.resetsAt, now))
    .limit(atMost)
  return db.delete(rateWindows).where(inArray(rateWindows.key, ended))
}

/** A like is worth twenty views: about one viewer in twenty leaves one. */
export const popularity = sql`${videos.views} + 20 * ${videos.likes}`

/** Updates the "popular" order for videos watched since. */
export function refreshPopularityOf(db: Db, watchedSince: number, atMost: number) {
  const watched = db.select({ id: viewsSeen.videoId }).from(viewsSeen).where(gte(viewsSeen.at, watchedSince))
  const stale = db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, watched), ne(videos.popularity, popularity)))
    .limit(atMost)
  return db.update(videos).set({ popularity }).where(inArray(videos.id, stale))
}
