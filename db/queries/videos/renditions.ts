import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { renditions, segmentIndexes, videos } from '../../schema'

/** Returns the renditions of a video's ladder, lowest first. */
export function renditionsOfVideo(db: Db, videoId: number) {
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

export type RenditionRow = Awaited<ReturnType<typeof renditionsOfVideo>>[number]

/**
 * Returns the facts that the master playlist states about each rendition of a video, lowest first. Returns
 * nothing if the video was hidden, changed or given another source since `revision`: a newer rendition's URL
 * was never signed, so no revocation names it.
 */
export function ladderOf(db: Db, videoId: number, sourceKey: string, revision: number) {
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
    .where(and(eq(videos.id, videoId), eq(videos.sourceKey, sourceKey), eq(videos.revision, revision)))
    .orderBy(asc(renditions.quality))
}

/** Returns the positions of a rendition's segments. */
export function segmentsOfRendition(db: Db, objectKey: string) {
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
 * Inserts uploads with a segment index as renditions of a video. `uploads` are IDs, including a CMAF
 * source's; `video` is the video's ID in SQL; `onlyIf` guards the batch.
 */
export function insertRenditions(db: Db, video: SQL, uploads: string[], onlyIf: Condition) {
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

/** Deletes a video's ladder; its objects are marked for deletion earlier in the same batch. */
export function deleteRenditions(db: Db, videoId: number, onlyIf: Condition) {
  return db.delete(renditions).where(and(eq(renditions.videoId, videoId), onlyIf))
}
