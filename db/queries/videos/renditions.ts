import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { renditions, segmentIndexes, videos } from '../../schema'

/** The rungs of a video's ladder, lowest first. */
export function rungsOfVideo(db: Db, videoId: number) {
  return db
    .select({
      quality: renditions.quality,
      objectKey: renditions.objectKey,
      bytes: renditions.bytes,
      bandwidth: renditions.bandwidth,
    })
    .from(renditions)
    .where(eq(renditions.videoId, videoId))
    .orderBy(asc(renditions.quality))
}

export type RungRow = Awaited<ReturnType<typeof rungsOfVideo>>[number]

/**
 * What the master playlist says of each rung of the video with this source, lowest first. None of a video that was
 * hidden or changed since `revision`: a rung that came after was never printed, so that no revocation names it.
 */
export function ladderOfSource(db: Db, sourceKey: string, revision: number) {
  return db
    .select({
      quality: renditions.quality,
      objectKey: renditions.objectKey,
      bytes: renditions.bytes,
      width: segmentIndexes.width,
      height: segmentIndexes.height,
      codecs: segmentIndexes.codecs,
      peakBandwidth: segmentIndexes.peakBandwidth,
      averageBandwidth: segmentIndexes.averageBandwidth,
    })
    .from(videos)
    .innerJoin(renditions, eq(renditions.videoId, videos.id))
    .innerJoin(segmentIndexes, eq(segmentIndexes.objectKey, renditions.objectKey))
    .where(and(eq(videos.sourceKey, sourceKey), eq(videos.revision, revision)))
    .orderBy(asc(renditions.quality))
}

/** Where the segments of a rung lie. */
export function segmentsOfRung(db: Db, objectKey: string) {
  return db
    .select({
      initBytes: segmentIndexes.initBytes,
      firstOffset: segmentIndexes.firstOffset,
      segments: segmentIndexes.segments,
    })
    .from(segmentIndexes)
    .where(eq(segmentIndexes.objectKey, objectKey))
}

/**
 * Makes uploads that have a segment index rungs of a video: `uploads` are ids, a CMAF source's among them, and `video`
 * is its id in SQL. `onlyIf` is the condition of the batch.
 */
export function insertRungs(db: Db, video: SQL, uploads: string[], onlyIf: Condition) {
  return insertFrom(
    db,
    renditions,
    {
      videoId: sql`v.id`,
      quality: sql`min(u.width, u.height)`,
      objectKey: sql`u.object_key`,
      bytes: sql`u.size`,
      bandwidth: sql`i.average_bandwidth`,
    },
    sql`from videos v, uploads u join segment_indexes i on i.object_key = u.object_key
      where v.id = ${video} and u.id in ${uploads} and ${onlyIf}`,
  )
}

/** Forgets a video's ladder; its objects are marked in the same batch, before this. */
export function deleteRungs(db: Db, videoId: number, onlyIf: Condition) {
  return db.delete(renditions).where(and(eq(renditions.videoId, videoId), onlyIf))
}
