import { and, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { claims, payOrders, videoDays, videos, wherePublic } from '../../schema'

/**
 * Returns, in SQL, the video to record with a purchase: the named one, if it is another account's premium
 * video that everyone can see; otherwise null.
 */
export function soldVideo(videoId: number | undefined, buyerId: number): SQL<number | null> {
  if (videoId === undefined) return sql`null`
  return sql`(select ${videos.id} from ${videos} where ${videos.id} = ${videoId} and ${videos.userId} <> ${buyerId}
    and ${videos.isPremium} = 1 and ${wherePublic})`
}

/**
 * Counts a sale for its video on this day, without a country, if the video still exists. Joins the batch of
 * the grant.
 */
export function countSale(db: Db, videoId: number, now: number) {
  const row = { videoId: videos.id, day: dayOf(now), country: '', sales: 1 }
  return insertFrom(
    db,
    videoDays,
    row,
    sql`from ${videos} where ${videos.id} = ${videoId}`,
  ).onConflictDoUpdate({
    target: [videoDays.videoId, videoDays.day, videoDays.country],
    set: { sales: sql`${videoDays.sales} + 1` },
  })
}

/** Forgets the videos of orders that were never paid. */
export function forgetVideosOfOrders(db: Db, createdBefore: number, atMost: number) {
  const old = and(isNotNull(payOrders.soldVideoId), lt(payOrders.createdAt, createdBefore))
  const ids = db.select({ id: payOrders.id }).from(payOrders).where(old).limit(atMost)
  return db.update(payOrders).set({ soldVideoId: null }).where(inArray(payOrders.id, ids))
}

/** Forgets the videos of claims that were never granted. */
export function forgetVideosOfClaims(db: Db, createdBefore: number, atMost: number) {
  const old = and(isNotNull(claims.soldVideoId), lt(claims.createdAt, createdBefore))
  const ids = db.select({ id: claims.id }).from(claims).where(old).limit(atMost)
  return db.update(claims).set({ soldVideoId: null }).where(inArray(claims.id, ids))
}
