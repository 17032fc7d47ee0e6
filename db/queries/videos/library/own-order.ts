import { and, type Column, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import type { Condition } from '#db/conditions'
import type { listItems, savedVideos } from '#db/schema'

// What an account's saved videos and its lists have in common: a row holds a video, its place in an order of the
// account's own, and the key of an unlisted video.

type OwnOrder = typeof savedVideos | typeof listItems

/** Keeps the key by which an unlisted video was opened now. */
export function keepLinkKey(db: Db, table: OwnOrder, which: Condition, linkKey: string) {
  return db
    .update(table)
    .set({ linkKey })
    .where(and(which, sql`${table.linkKey} is not ${linkKey}`))
}

/** Renumbers to whole numbers in the same order: about fifty moves fit between two neighbours. */
export function renumber(db: Db, table: OwnOrder, owner: Column, id: number) {
  const own = sql`${owner} = ${id}`
  return db.run(sql`update ${table} set place = numbered.n
    from (
      select video_id, row_number() over (order by place, video_id) as n
      from ${table} where ${own}
    ) as numbered
    where ${own} and ${table}.video_id = numbered.video_id`)
}
