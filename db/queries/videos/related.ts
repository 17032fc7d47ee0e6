import { and, type Column, desc, eq, type GetColumnData, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { users, videos, wherePublic } from '../../schema'
import { indexedBy } from '../shared/index-hints'
import { columns, indexedColumns } from './videos'

/**
 * Returns public videos to watch after one: the newest of its category, and where there are too few, the most
 * popular of the others. The second list is read only as far as the first leaves room.
 */
export function relatedVideos(db: Db, id: number, limit: number) {
  const category = sql`(select category_id from videos where id = ${id})`
  const near = along(db, 'videos_public_category_new')
    .where(and(wherePublic, eq(videos.categoryId, category), ne(videos.id, id)))
    .orderBy(desc(videos.createdAt), desc(videos.id))
    .limit(limit)
  const others = along(db, 'videos_public_popular')
    .where(and(wherePublic, ne(videos.categoryId, category)))
    .orderBy(desc(videos.popularity), desc(videos.id))
    .limit(limit)
  // Each in a subquery, where it keeps its order and its limit.
  const both = sql`(select * from (${near}) union all select * from (${others}) limit ${limit})`
  return db.select(unqualified(columns)).from(both)
}

function along(db: Db, index: string) {
  return db
    .select(indexedColumns)
    .from(indexedBy(videos, index))
    .innerJoin(users, eq(users.id, videos.userId))
    .$dynamic()
}

/** Returns the columns of a subquery: they have their names, but no table. */
function unqualified<Columns extends Record<string, Column>>(given: Columns) {
  const entries = Object.entries(given).map(([name, column]) => [
    name,
    sql`${sql.identifier(column.name)}`.mapWith(column),
  ])
  return Object.fromEntries(entries) as { [Name in keyof Columns]: SQL<GetColumnData<Columns[Name]>> }
}
