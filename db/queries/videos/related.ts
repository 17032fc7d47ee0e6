import { type Column, eq, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { users, videos, wherePublic } from '../../schema'
import { indexedBy } from '../shared/index-hints'
import { columns, indexedColumns } from './video'

/** Number of newest videos with the tag that come before those of the category; the others come after. */
const taggedFirst = 4

/**
 * Returns public videos to watch after one: with the first of its tags, of its category, by its uploader, and
 * the most popular of the others. Each list is read only as far as the lists before it leave room, and leaves
 * out their videos. It reads at most twice as many videos as could be left out, so that with enough videos
 * the lists have `limit` in all.
 */
export function relatedVideos(db: Db, id: number, limit: number) {
  // Computed once, since each list needs it. The tags come in their order: sorting would read each twice.
  const own = sql`own as materialized (select category_id, user_id, (select shown.slug from json_each(tags) given
    cross join tags used on used.slug = given.value and used.blocked_at is null
    cross join tags shown on shown.slug = coalesce(used.merged_into, used.slug) and shown.blocked_at is null
    limit 1) as tag from videos where id = ${id})`
  const untagged = sql`not exists (select 1 from video_tags each
    where each.slug = (select tag from own) and each.created_at = videos.created_at and each.video_id = videos.id)`
  const elsewhere = sql`videos.category_id <> (select category_id from own)`

  const tagged = (skip: number, atMost: number) =>
    listed(
      db,
      sql`(select video_id as found_id from video_tags where slug = (select tag from own) and video_id <> ${id}
        order by created_at desc, video_id desc limit ${atMost} offset ${skip})`,
    )
  const along = (index: string, among: SQL | undefined, order: SQL, atMost: number, where: SQL) =>
    listed(
      db,
      sql`(select id as found_id from ${indexedBy(videos, index)} where ${wherePublic} ${among ? sql`and ${among}` : sql``}
        and id <> ${id} order by ${order} desc, id desc limit ${atMost})`,
      where,
    ).limit(limit)

  const newest = sql`created_at`
  // Each list is a subquery, so that it keeps its limit.
  const lists = [
    tagged(0, taggedFirst),
    along(
      'videos_public_category_new',
      sql`category_id = (select category_id from own)`,
      newest,
      2 * limit,
      untagged,
    ),
    tagged(taggedFirst, limit - taggedFirst),
    along(
      'videos_public_owner_new',
      sql`user_id = (select user_id from own)`,
      newest,
      3 * limit,
      sql`${untagged} and ${elsewhere}`,
    ),
    along(
      'videos_public_popular',
      undefined,
      sql`popularity`,
      5 * limit,
      sql`${untagged} and ${elsewhere} and videos.user_id <> (select user_id from own)`,
    ),
  ].map((list) => sql`select * from (${list})`)
  return db
    .select(unqualified(columns))
    .from(sql`(with ${own} ${sql.join(lists, sql` union all `)} limit ${limit})`)
}

function listed(db: Db, found: SQL, where?: SQL) {
  return db
    .select(indexedColumns)
    .from(sql`${found} found cross join videos on videos.id = found.found_id`)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(where)
    .$dynamic()
}

/** Returns the columns of a subquery, which have their names but no table. */
function unqualified<Columns extends Record<string, Column>>(given: Columns) {
  const entries = Object.entries(given).map(([name, column]) => [
    name,
    sql`${sql.identifier(column.name)}`.mapWith(column),
  ])
  return Object.fromEntries(entries) as { [Name in keyof Columns]: SQL<GetColumnData<Columns[Name]>> }
}
