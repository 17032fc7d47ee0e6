import { and, eq, getTableColumns, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { dayOf } from '#contract/values/shared/time'
import { curveBins } from '#contract/values/videos/curve'
import type { ViewSource } from '#contract/values/videos/statistics'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import type { Before } from '../../followed-by'
import { insertFrom } from '../../insert-from'
import { ownerDays, videoCurves, videoDays, videos, viewsSeen, whereShownToOwner } from '../../schema'
import { indexedBy } from '../shared/index-hints'

/** The figures counted for a view, without its viewer. */
export interface CountedView {
  videoId: number
  at: number
  /** ISO 3166 code of the viewer's country; empty if unknown. */
  country: string
  isMember: boolean
  from: ViewSource
}

const dayKey = [videoDays.videoId, videoDays.day, videoDays.country]

/** Adds a view to its day. */
export function countViewInDay(db: Db, view: CountedView, onlyIf: Condition) {
  const counts = {
    views: 1,
    memberViews: Number(view.isMember),
    searchViews: Number(view.from === 'search'),
    embedViews: Number(view.from === 'embed'),
    linkViews: Number(view.from === 'link'),
  }
  const row = { videoId: view.videoId, day: dayOf(view.at), country: view.country, ...counts }
  return insertFrom(db, videoDays, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: dayKey,
    set: {
      views: plus(videoDays.views),
      memberViews: plus(videoDays.memberViews),
      searchViews: plus(videoDays.searchViews),
      embedViews: plus(videoDays.embedViews),
      linkViews: plus(videoDays.linkViews),
    },
  })
}

interface Reaction {
  videoId: number
  now: number
  likes?: number
  saves?: number
}

/**
 * Returns the two statements that follow a like or a save, or its removal: they count it for the video's day,
 * without a country, and for its owner's day.
 */
export function countReaction(db: Db, reaction: Reaction) {
  return [
    ({ changed }: Before) => countInDay(db, reaction, changed),
    ({ changed }: Before) => countInOwnerDay(db, reaction, changed),
  ] as const
}

function countInDay(db: Db, { videoId, now, likes = 0, saves = 0 }: Reaction, onlyIf: Condition) {
  const row = { videoId, day: dayOf(now), country: '', likes, saves }
  return insertFrom(db, videoDays, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: dayKey,
    set: { likes: plus(videoDays.likes), saves: plus(videoDays.saves) },
  })
}

function countInOwnerDay(db: Db, { videoId, now, likes = 0, saves = 0 }: Reaction, onlyIf: Condition) {
  const row = { userId: videos.userId, day: dayOf(now), likes, saves }
  const rows = sql`from ${videos} where ${videos.id} = ${videoId} and ${onlyIf}`
  return insertFrom(db, ownerDays, row, rows).onConflictDoUpdate({
    target: [ownerDays.userId, ownerDays.day],
    set: { likes: plus(ownerDays.likes), saves: plus(ownerDays.saves) },
  })
}

const { videoId, day, ...curveCounts } = getTableColumns(videoCurves)
type CurveCount = keyof typeof curveCounts

/** Returns the name of a part's column, from 0. */
export function partName(index: number): CurveCount {
  return `part${index}` as CurveCount
}

/**
 * Marks the viewer's last counted view as one whose curve has arrived: once, and only while `views_seen`
 * still contains the view.
 */
export function markCurveSent(db: Db, videoId: number, viewer: string) {
  return db
    .update(viewsSeen)
    .set({ curveOf: viewsSeen.at })
    .where(
      and(
        eq(viewsSeen.videoId, videoId),
        eq(viewsSeen.viewer, viewer),
        sql`${viewsSeen.at} > 0 and ${viewsSeen.curveOf} is not ${viewsSeen.at}`,
      ),
    )
}

/** Adds the parts that a viewer saw to the counts of this day. */
export function addCurve(db: Db, videoId: number, now: number, parts: number, onlyIf: Condition) {
  const seen = Array.from({ length: curveBins }, (_, index) => [partName(index), (parts >> index) & 1])
  const row = { videoId, day: dayOf(now), reports: 1, ...Object.fromEntries(seen) }
  const set = Object.entries(curveCounts).map(([name, column]) => [name, plus(column)])
  return insertFrom(db, videoCurves, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: [videoCurves.videoId, videoCurves.day],
    set: Object.fromEntries(set),
  })
}

/** Adds how many parts a viewer saw to the video's day, from which its watch time is estimated. */
export function countReport(db: Db, videoId: number, now: number, seenParts: number, onlyIf: Condition) {
  const row = { videoId, day: dayOf(now), country: '', reports: 1, seenParts }
  return insertFrom(db, videoDays, row, sql`where ${onlyIf}`).onConflictDoUpdate({
    target: dayKey,
    set: { reports: plus(videoDays.reports), seenParts: plus(videoDays.seenParts) },
  })
}

/** Returns the statements that forget how far viewers watched a file that was replaced. */
export function forgetCurves(db: Db, videoId: number, onlyIf: Condition) {
  return [
    db.delete(videoCurves).where(and(eq(videoCurves.videoId, videoId), onlyIf)),
    db
      .update(videoDays)
      .set({ reports: 0, seenParts: 0 })
      .where(and(eq(videoDays.videoId, videoId), gt(videoDays.reports, 0), onlyIf)),
  ]
}

export function videoDaysSince(db: Db, videoId: number, from: number) {
  return db
    .select()
    .from(videoDays)
    .where(and(eq(videoDays.videoId, videoId), gte(videoDays.day, from)))
}

export function videoCurvesSince(db: Db, videoId: number, from: number) {
  return db
    .select()
    .from(videoCurves)
    .where(and(eq(videoCurves.videoId, videoId), gte(videoCurves.day, from)))
}

/** Returns the figures of each of an account's most watched videos, by country. */
export function ownVideosSince(db: Db, userId: number, from: number, atMost: number) {
  // If this subquery had a limit, sorting would read each of the account's videos twice.
  const byViews = sql`select id, title, duration from ${indexedBy(videos, 'videos_owner')}
    where ${and(eq(videos.userId, userId), whereShownToOwner)} order by views_listed desc, id desc limit -1`
  return db
    .select({
      id: sql<number>`own.id`.as('id'),
      title: sql<string>`own.title`.as('title'),
      duration: sql<number | null>`own.duration`.as('duration'),
      country: videoDays.country,
      views: total(videoDays.views),
      likes: total(videoDays.likes),
      saves: total(videoDays.saves),
      sales: total(videoDays.sales),
      reports: total(videoDays.reports),
      seenParts: total(videoDays.seenParts),
    })
    .from(sql`(select * from (${byViews}) limit ${atMost}) own`)
    .innerJoin(videoDays, and(sql`${videoDays.videoId} = own.id`, gte(videoDays.day, from)))
    .groupBy(sql`own.id`, videoDays.country)
}

export function ownerDaysSince(db: Db, userId: number, from: number) {
  return db
    .select()
    .from(ownerDays)
    .where(and(eq(ownerDays.userId, userId), gte(ownerDays.day, from)))
}

function total(column: AnySQLiteColumn) {
  return sql<number>`sum(${column})`.as(column.name)
}

function plus(column: { name: string }): SQL {
  return sql`${column} + excluded.${sql.identifier(column.name)}`
}
