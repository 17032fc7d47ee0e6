import { inArray, isNull, or, sql } from 'drizzle-orm'
import { plans } from '#contract/values/payments/prices'
import { day as dayMs } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { dailyStats, ownerDays, subscriptions, videos, viewsSeen } from '../../schema'
import { indexedBy } from './index-hints'

/**
 * The day of a row that counts nothing but records the time up to which plays are counted. No count has so
 * early a day.
 */
export const markDay = 0
const countedName = 'plays:counted'
const countedUntil = sql`coalesce((select value from daily_stats where day = ${markDay} and name = ${countedName}), 0)`

/** Holds for a view that is included in the daily counts. */
export const whereCounted = condition(sql`${viewsSeen.at} <= ${countedUntil}`)

/** Holds for a view since the last count, up to `until`. */
const whereUncounted = (until: number) =>
  condition(sql`${viewsSeen.at} > ${countedUntil} and ${viewsSeen.at} <= ${until}`)

/** Returns a view since the last count. */
export function uncountedView(db: Db, until: number) {
  return db.select({ at: viewsSeen.at }).from(viewsSeen).where(whereUncounted(until)).limit(1)
}

/**
 * Adds the views since the last count, up to `until`, to the counts of their days; in the batch before
 * markCounted.
 */
export function addPlays(db: Db, until: number) {
  const day = sql`${viewsSeen.at} / ${sql.raw(String(dayMs))}`
  return insertFrom(
    db,
    dailyStats,
    { day, name: 'plays', value: sql`count(*)` },
    sql`from ${viewsSeen} where ${whereUncounted(until)} group by ${day}`,
  ).onConflictDoUpdate({
    target: [dailyStats.day, dailyStats.name],
    set: { value: sql`${dailyStats.value} + excluded.value` },
  })
}

/** Adds these views to the figures of their videos' owners, in the same batch. */
export function addOwnerPlays(db: Db, until: number) {
  const day = sql`${viewsSeen.at} / ${sql.raw(String(dayMs))}`
  return insertFrom(
    db,
    ownerDays,
    { userId: videos.userId, day, views: sql`count(*)` },
    sql`from ${viewsSeen} join ${videos} on ${videos.id} = ${viewsSeen.videoId}
      where ${whereUncounted(until)} group by ${videos.userId}, ${day}`,
  ).onConflictDoUpdate({
    target: [ownerDays.userId, ownerDays.day],
    set: { views: sql`${ownerDays.views} + excluded.views` },
  })
}

export function markCounted(db: Db, until: number) {
  return db
    .insert(dailyStats)
    .values({ day: markDay, name: countedName, value: until })
    .onConflictDoUpdate({
      target: [dailyStats.day, dailyStats.name],
      set: { value: sql`max(${dailyStats.value}, excluded.value)` },
    })
}

/**
 * A condition that is always true. It names every plan, so that the index leads to running terms, past all
 * ended ones.
 */
const ofEveryPlan = or(isNull(subscriptions.plan), inArray(subscriptions.plan, [...plans]))

/** Counts the terms running at `now`, in place of the day's earlier count. */
export function countMembers(db: Db, day: number, now: number) {
  return insertFrom(
    db,
    dailyStats,
    { day, name: 'premium', value: sql`count(*)` },
    sql`from ${indexedBy(subscriptions, 'subscriptions_until')}
      where ${ofEveryPlan} and ${subscriptions.premiumUntil} > ${now}`,
  ).onConflictDoUpdate({
    target: [dailyStats.day, dailyStats.name],
    set: { value: sql`excluded.value` },
  })
}
