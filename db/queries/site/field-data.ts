import { gte, inArray, lt, sql } from 'drizzle-orm'
import type { FieldCount } from '#contract/values/site/field-data'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { fieldCounts } from '../../schema'

/** Adds one visit's counts to its day, unless the day has reached its maximum of visits. */
export function addFieldCounts(db: Db, day: number, counts: FieldCount[], visitsAtMost: number) {
  const value = (name: keyof FieldCount) => sql`value ->> ${sql.raw(`'$.${name}'`)}`
  const visits = sql`(select coalesce(sum(count), 0) from field_counts where day = ${day} and metric = 'visit')`
  return insertFrom(
    db,
    fieldCounts,
    {
      day,
      metric: value('metric'),
      route: value('route'),
      bucket: value('bucket'),
      count: value('count'),
    },
    sql`from json_each(${JSON.stringify(counts)}) where ${visits} < ${visitsAtMost}`,
  ).onConflictDoUpdate({
    target: [fieldCounts.day, fieldCounts.metric, fieldCounts.route, fieldCounts.bucket],
    set: { count: sql`${fieldCounts.count} + excluded.count` },
  })
}

/** Sums the counts of all days from this one on. */
export function fieldCountsFrom(db: Db, day: number) {
  const { metric, route, bucket } = fieldCounts
  return db
    .select({ metric, route, bucket, count: sql<number>`sum(${fieldCounts.count})` })
    .from(fieldCounts)
    .where(gte(fieldCounts.day, day))
    .groupBy(metric, route, bucket)
}

export function deleteOldFieldCounts(db: Db, beforeDay: number, atMost: number) {
  const old = db
    .select({ rowid: sql`rowid` })
    .from(fieldCounts)
    .where(lt(fieldCounts.day, beforeDay))
    .limit(atMost)
  return db.delete(fieldCounts).where(inArray(sql`rowid`, old))
}
