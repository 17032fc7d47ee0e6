import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { blockedHashes, mediaObjects, videos } from '../schema'

export interface SourceHashes {
  sha256: string
  samplesSha256: string
  crc32: number
}

export function doomedObjects(db: Db, atMost: number) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(isNotNull(mediaObjects.doomedAt))
    .orderBy(asc(mediaObjects.doomedAt))
    .limit(atMost)
}

/** Rows of objects that are gone from R2. One parameter for all keys, since D1 takes a hundred at most. */
export function deleteDoomedObjects(db: Db, keys: string[]) {
  return db
    .delete(mediaObjects)
    .where(
      and(
        sql`${mediaObjects.key} in (select value from json_each(${JSON.stringify(keys)}))`,
        isNotNull(mediaObjects.doomedAt),
      ),
    )
}

/** The source of a video that waits for its hashes. */
export function processingSource(db: Db, videoId: number) {
  return db
    .select({
      key: mediaObjects.key,
      bytes: mediaObjects.bytes,
      type: videos.sourceType,
      sha256: mediaObjects.sha256,
      samplesSha256: mediaObjects.samplesSha256,
      crc32: mediaObjects.crc32,
    })
    .from(videos)
    .innerJoin(mediaObjects, eq(mediaObjects.key, videos.sourceKey))
    .where(and(eq(videos.id, videoId), eq(videos.status, 'processing')))
}

export function setHashes(db: Db, key: string, hashes: SourceHashes) {
  return db.update(mediaObjects).set(hashes).where(eq(mediaObjects.key, key))
}

const isProcessing = (videoId: number, key: string) =>
  and(eq(videos.id, videoId), eq(videos.sourceKey, key), eq(videos.status, 'processing'))

function isBlocked(hashes: SourceHashes) {
  return sql`exists (select 1 from ${blockedHashes}
    where ${blockedHashes.sha256} in (${hashes.sha256}, ${hashes.samplesSha256}))`
}

/** Ready, unless it was blocked, its file replaced in the meantime, or an import still brings its poster. */
export function markVideoReady(db: Db, videoId: number, key: string, hashes: SourceHashes) {
  return db
    .update(videos)
    .set({ status: 'ready' })
    .where(and(isProcessing(videoId, key), isNotNull(videos.posterKey), sql`not ${isBlocked(hashes)}`))
    .returning({ id: videos.id })
}

/** Lets go of the source: run doomUnreferenced behind it, in one batch. */
export function failBlockedVideo(db: Db, videoId: number, key: string, hashes: SourceHashes, reason: string) {
  return db
    .update(videos)
    .set({ status: 'failed', reason, sourceKey: null })
    .where(and(isProcessing(videoId, key), isBlocked(hashes)))
    .returning({ id: videos.id })
}

/** Lets go of the source: run doomUnreferenced behind it, in one batch. */
export function failVideo(db: Db, videoId: number, key: string, reason: string) {
  return db
    .update(videos)
    .set({ status: 'failed', reason, sourceKey: null })
    .where(isProcessing(videoId, key))
}

/** Videos whose source was there at `before` and that still wait: their message was lost, or its work died. */
export function waitingVideos(db: Db, before: number, atMost: number) {
  return db
    .select({ id: videos.id })
    .from(videos)
    .innerJoin(mediaObjects, eq(mediaObjects.key, videos.sourceKey))
    .where(and(eq(videos.status, 'processing'), lte(mediaObjects.createdAt, before)))
    .orderBy(asc(videos.id))
    .limit(atMost)
}
