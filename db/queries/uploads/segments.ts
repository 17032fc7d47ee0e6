import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { segmentIndexes, uploads } from '../../schema'
import type { UploadRow } from './upload'

export type SegmentIndexRow = typeof segmentIndexes.$inferSelect

/**
 * Inserts the segment index of an upload's object, in the batch after markUploadDone; inserts nothing unless
 * the upload is done. If two calls complete the same upload, both have read the same bytes.
 */
export function insertSegmentsOfUpload(db: Db, upload: UploadRow, index: Omit<SegmentIndexRow, 'objectKey'>) {
  const done = and(eq(uploads.id, upload.id), eq(uploads.status, 'done'))
  const row = { ...index, objectKey: uploads.objectKey }
  return insertFrom(db, segmentIndexes, row, sql`from ${uploads} where ${done}`).onConflictDoNothing()
}

/** Returns the start times of the objects that are CMAF. */
export function firstTimes(db: Db, objectKeys: string[]) {
  return db
    .select({ objectKey: segmentIndexes.objectKey, firstTime: segmentIndexes.firstTime })
    .from(segmentIndexes)
    .where(inArray(segmentIndexes.objectKey, objectKeys))
}
