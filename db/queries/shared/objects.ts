import { and, asc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { mediaObjects } from '../../schema'

export function pendingObjects(db: Db, atMost: number) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(isNotNull(mediaObjects.doomedAt))
    .orderBy(asc(mediaObjects.doomedAt))
    .limit(atMost)
}

/**
 * Deletes rows of objects that are gone from R2. One parameter for all keys, since D1 takes a hundred at
 * most.
 */
export function deletePendingRows(db: Db, keys: string[]) {
  return db
    .delete(mediaObjects)
    .where(
      and(
        sql`${mediaObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`,
        isNotNull(mediaObjects.doomedAt),
      ),
    )
}
