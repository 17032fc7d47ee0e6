import { and, type Column, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import type { Condition } from '#db/conditions'
import type { listItems, savedVideos } from '#db/schema'

// The parts that saved videos and lists have in common: a row has a video, its place in the account's own
// order, and the key of an unlisted video.

type OwnOrder = typeof savedVideos | typeof listItems

/** Stores the key by which an unlisted video was just opened. */
export function keepLinkKey(db: Db, table: OwnOrder, which: Condition, linkKey: string) {
  return db
    .update(table)
    .set({ linkKey })
    .where(and(which, sql`${table.linkKey} is not ${linkKey}`))
}

/** Renumbers the places to whole numbers in the same order, between which about fifty moves fit. */
export function renumber(db: Db, table: OwnOrder, owner: Column, id: number) {
  const own = sql`${owner} = ${id}`
  return db.run(sql`update ${table} set place = numbered.n
    from (
      select video_id, row_number() over (order by place, video_id) as n
      from ${table} where ${own}
    ) as numbered
    where ${own} and ${table}.video_id = numbered.video_id`)
}
