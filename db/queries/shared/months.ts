import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { dailyStats, ownerDays, users, videoCurves, videoDays, videos } from '../../schema'
import { markDay } from './daily-stats'
import { type IdSlice, idsOf } from './id-slices'

// Once its days are folded, a month's numbers are in the row of its first day, so that sums over whole months
// are the same before, during and after the fold.

/** A table that counts by day: `day`, in days since 1970, is part of its primary key. */
type DayTable = SQLiteTable & { readonly day: Column }

interface OldDays {
  /** Days before it are folded; it is the first of a month. */
  before: number
  atMost: number
}

const firstOfMonth = sql.raw(`unixepoch(d.day * 86400, 'unixepoch', 'start of month') / 86400`)

/**
 * Rows of a table, aliased as `d`: a select without its columns, and the column by which they are ordered
 * there, which stands for the first key.
 */
interface Rows {
  from: SQL
  first: string
}

/**
 * Adds some rows of old days to the rows of their months, and deletes them: the two statements of a batch.
 */
function foldSome(db: Db, table: DayTable, { from, first }: Rows, { before, atMost }: OldDays) {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns)
  const sums = Object.entries(getTableColumns(table)).filter(([, column]) => !keys.includes(column))
  const own = ({ name }: { name: string }) => sql.raw(`d.${name}`)
  const byMonth = (key: { name: string }) => (key.name === 'day' ? firstOfMonth : own(key))
  const some = sql`${from} and d.day < ${before} and d.day <> ${firstOfMonth}
    order by ${listed([sql.raw(first), ...keys.slice(1).map(own)])} limit ${atMost}`
  const row = Object.entries(getTableColumns(table)).map(([property, column]) => [
    property,
    keys.includes(column) ? byMonth(column) : sql`sum(${own(column)})`,
  ])
  const added = sums.map(([property, column]) => [
    property,
    sql`${column} + excluded.${sql.raw(column.name)}`,
  ])
  return [
    // Adds no row that the second statement would match.
    insertFrom(
      db,
      table,
      Object.fromEntries(row),
      sql`from (select d.* ${some}) d where true group by ${listed(keys.map(byMonth))}`,
    ).onConflictDoUpdate({ target: keys, set: Object.fromEntries(added) }),
    {
      deleted: db
        .delete(table)
        .where(
          sql`(${listed(keys.map(({ name }) => sql.raw(name)))}) in (select ${listed(keys.map(own))} ${some})`,
        ),
    },
  ] as const
}

function listed(some: SQL[]): SQL {
  return sql.join(some, sql`, `)
}

/** Returns rows by account or video, since the tables have no index by day alone. */
function ofSlice(table: DayTable, owner: typeof users | typeof videos, column: string, slice: IdSlice): Rows {
  const from = sql`from ${owner} o cross join ${table} d on d.${sql.raw(column)} = o.id
    where o.id in ${idsOf(slice, owner.id)}`
  return { from, first: 'o.id' }
}

export function foldVideoDays(db: Db, slice: IdSlice, days: OldDays) {
  return foldSome(db, videoDays, ofSlice(videoDays, videos, 'video_id', slice), days)
}

export function foldVideoCurves(db: Db, slice: IdSlice, days: OldDays) {
  return foldSome(db, videoCurves, ofSlice(videoCurves, videos, 'video_id', slice), days)
}

export function foldOwnerDays(db: Db, slice: IdSlice, days: OldDays) {
  return foldSome(db, ownerDays, ofSlice(ownerDays, users, 'user_id', slice), days)
}

/**
 * Folds the daily counts. Leaves out the numbers of members, whose sum would mean nothing, and the mark of
 * counted plays.
 */
export function foldDailyStats(db: Db, days: OldDays) {
  const rows = {
    from: sql`from ${dailyStats} d where d.name <> 'premium' and d.day > ${markDay}`,
    first: 'd.day',
  }
  return foldSome(db, dailyStats, rows, days)
}
