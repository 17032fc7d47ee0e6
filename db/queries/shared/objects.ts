import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mediaObjects, uploads } from '../../schema'

export function pendingObjects(db: Db, atMost: number) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(isNotNull(mediaObjects.pendingDeletionSince))
    .orderBy(asc(mediaObjects.pendingDeletionSince))
    .limit(atMost)
}

/**
 * Deletes rows of objects that are gone from R2. All keys are one parameter, since D1 takes at most a
 * hundred.
 */
export function deletePendingRows(db: Db, keys: string[]) {
  return db
    .delete(mediaObjects)
    .where(
      and(
        sql`${mediaObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`,
        isNotNull(mediaObjects.pendingDeletionSince),
      ),
    )
}

/** Stores an object's checksum, for the archives that contain the object. */
export function setChecksum(db: Db, key: string, crc32: number) {
  return db.update(mediaObjects).set({ crc32 }).where(eq(mediaObjects.key, key))
}

/** Returns the objects of uploads. */
export function objectsOfUploads(db: Db, uploadIds: readonly string[]) {
  const keys = db
    .select({ key: uploads.objectKey })
    .from(uploads)
    .where(inArray(uploads.id, [...uploadIds]))
  return db.select().from(mediaObjects).where(inArray(mediaObjects.key, keys))
}

/**
 * Returns the statements by which objects count towards another account. Their rows are written again, since
 * an object can't change its owner.
 */
export function giveObjects(
  db: Db,
  objects: readonly (typeof mediaObjects.$inferSelect)[],
  ownerId: number,
  onlyIf: Condition,
) {
  return objects.flatMap((object) => [
    db.delete(mediaObjects).where(and(eq(mediaObjects.key, object.key), onlyIf)),
    insertFrom(db, mediaObjects, { ...object, ownerId }, sql`where ${onlyIf}`),
  ])
}
