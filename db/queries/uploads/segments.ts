import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { segmentIndexes, uploads } from '../../schema'
import type { UploadRow } from './uploads'

export type SegmentIndexRow = typeof segmentIndexes.$inferSelect

/**
 * The index of an upload's object: in the batch behind markUploadDone, and nothing for an upload that didn't become done.
 * Of two calls that complete the same upload both have read the same bytes.
 */
export function insertSegmentsOfUpload(db: Db, upload: UploadRow, index: Omit<SegmentIndexRow, 'objectKey'>) {
  const row = {
    objectKey: uploads.objectKey,
    width: sql<number>`${index.width}`.as('width'),
    height: sql<number>`${index.height}`.as('height'),
    codecs: sql<string>`${index.codecs}`.as('codecs'),
    peakBandwidth: sql<number>`${index.peakBandwidth}`.as('peak_bandwidth'),
    averageBandwidth: sql<number>`${index.averageBandwidth}`.as('average_bandwidth'),
    initBytes: sql<number>`${index.initBytes}`.as('init_bytes'),
    firstOffset: sql<number>`${index.firstOffset}`.as('first_offset'),
    firstTime: sql<number>`${index.firstTime}`.as('first_time'),
    segments: sql<string>`${index.segments}`.as('segments'),
  }
  const done = and(eq(uploads.id, upload.id), eq(uploads.status, 'done'))
  return db.insert(segmentIndexes).select(db.select(row).from(uploads).where(done)).onConflictDoNothing()
}

/** When the objects among these that are CMAF begin. */
export function firstTimes(db: Db, objectKeys: string[]) {
  return db
    .select({ objectKey: segmentIndexes.objectKey, firstTime: segmentIndexes.firstTime })
    .from(segmentIndexes)
    .where(inArray(segmentIndexes.objectKey, objectKeys))
}
