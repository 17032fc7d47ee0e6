import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { type Before, followedBy } from '../../followed-by'
import { insertFrom } from '../../insert-from'
import { rateWindows, videos, viewsSeen } from '../../schema'
import { whereCounted } from '../shared/daily-stats'
import { type CountedView, countViewInDay } from './statistics'

export interface View {
  videoId: number
  /** `address` and `account` are viewers as named in `views_seen`. */
  address: string
  account: string | null
  at: number
  counted: CountedView
}

interface ViewLimits {
  /** Milliseconds between two counted views of a viewer. */
  window: number
  hour: number
  /** Counted views from an address in an hour. */
  perHour: number
}

/**
 * Counts a view, unless the viewer's last one is too recent, or the address has reached its limit of views
 * for the hour. One batch.
 */
export function addView(db: Db, view: View, limits: ViewLimits) {
  const { videoId, account } = view
  const count = ({ changed }: Before) =>
    db
      .update(videos)
      .set({ views: sql`${videos.views} + 1` })
      .where(and(eq(videos.id, videoId), changed))
  const countInDay = ({ changed }: Before) => countViewInDay(db, view.counted, changed)
  return account === null
    ? followedBy(seeFromAddress(db, view, limits), count, countInDay)
    : followedBy(
        seeByAccount(db, view, account, limits),
        ({ changed }) => noteAtAddress(db, view, limits.hour, changed),
        count,
        countInDay,
      )
}

const viewer = [viewsSeen.videoId, viewsSeen.viewer]

/** Returns the columns of an address after one more view, in the current hour or a new one. */
function oneMore(at: number, hour: number) {
  const over = sql`coalesce(${viewsSeen.hourSince}, 0) <= ${at - hour}`
  return {
    hourSince: sql`case when ${over} then ${at} else ${viewsSeen.hourSince} end`,
    hourCount: sql`case when ${over} then 1 else ${viewsSeen.hourCount} + 1 end`,
  }
}

/** Holds for the row of an address that has reached its limit of views for the hour. */
function whereHourFull({ at }: View, { hour, perHour }: ViewLimits): Condition {
  return condition(sql`(${viewsSeen.hourSince} > ${at - hour} and ${viewsSeen.hourCount} >= ${perHour})`)
}

function seeFromAddress(db: Db, view: View, limits: ViewLimits) {
  const { videoId, address, at } = view
  return db
    .insert(viewsSeen)
    .values({ videoId, viewer: address, at, hourSince: at, hourCount: 1 })
    .onConflictDoUpdate({
      target: viewer,
      set: { at, ...oneMore(at, limits.hour) },
      setWhere: sql`${at} - ${viewsSeen.at} >= ${limits.window} and not ${whereHourFull(view, limits)}`,
    })
}

function seeByAccount(db: Db, view: View, account: string, limits: ViewLimits) {
  const { videoId, address, at } = view
  const full = sql`exists (select 1 from ${viewsSeen} where ${viewsSeen.videoId} = ${videoId}
    and ${viewsSeen.viewer} = ${address} and ${whereHourFull(view, limits)})`
  return insertFrom(
    db,
    viewsSeen,
    { videoId, viewer: account, at },
    sql`where not ${full}`,
  ).onConflictDoUpdate({
    target: viewer,
    set: { at },
    setWhere: sql`${at} - ${viewsSeen.at} >= ${limits.window}`,
  })
}

function noteAtAddress(db: Db, { videoId, address, at }: View, hour: number, onlyIf: Condition) {
  const row = { videoId, viewer: address, at: 0, hourSince: at, hourCount: 1 }
  return insertFrom(db, viewsSeen, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: viewer,
    set: oneMore(at, hour),
  })
}

/** Deletes views that the daily counts include. */
export function deleteOldViewsSeen(db: Db, before: number, atMost: number) {
  const old = db
    .select({ videoId: viewsSeen.videoId, viewer: viewsSeen.viewer })
    .from(viewsSeen)
    .where(and(lt(viewsSeen.at, before), whereCounted, lt(sql`coalesce(${viewsSeen.hourSince}, 0)`, before)))
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

/** Updates the "popular" order, and the orders of My Videos, for videos watched since a time. */
export function refreshPopularityOf(db: Db, watchedSince: number, atMost: number) {
  const watched = db.select({ id: viewsSeen.videoId }).from(viewsSeen).where(gte(viewsSeen.at, watchedSince))
  const stale = db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, watched), ne(videos.popularity, popularity)))
    .limit(atMost)
  return db
    .update(videos)
    .set({ popularity, viewsListed: videos.views, likesListed: videos.likes })
    .where(inArray(videos.id, stale))
}
