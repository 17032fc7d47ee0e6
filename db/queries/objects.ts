import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { blockedHashes, mediaObjects, videos } from '../schema'
import { withoutWhatWasMade } from './change-video'
import { deleteRungs } from './renditions'
import { doomFilesOf, goesWithSource } from './video-files'

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

/** The statements of a batch that fail a video whose source is blocked; the last answers its row. */
export function failBlockedVideo(
  db: Db,
  video: { id: number; key: string },
  hashes: SourceHashes,
  reason: string,
  now: number,
) {
  const isRefused = sql`${isProcessing(video.id, video.key)} and ${isBlocked(hashes)}`
  return failWithout(db, video.id, isRefused, reason, now)
}

/** The statements of a batch that fail a video whose source is lost; the last answers its row. */
export function failVideo(db: Db, video: { id: number; key: string }, reason: string, now: number) {
  return failWithout(db, video.id, sql`${isProcessing(video.id, video.key)}`, reason, now)
}

/** Lets go of the source and of what was made from it. */
function failWithout(db: Db, videoId: number, isRefused: SQL, reason: string, now: number) {
  const onlyIf = sql`exists (select 1 from ${videos} where ${isRefused})`
  return [
    doomFilesOf(db, videoId, now, { among: goesWithSource, onlyIf }),
    deleteRungs(db, videoId, onlyIf),
    db
      .update(videos)
      .set({ status: 'failed', reason, sourceKey: null, ...withoutWhatWasMade })
      .where(isRefused)
      .returning({ id: videos.id }),
  ] as const
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
