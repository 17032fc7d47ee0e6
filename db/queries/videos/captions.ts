import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { captions, mediaObjects, revocations } from '../../schema'
import { storedBytes } from '../uploads/upload'

/** Returns the caption tracks of a video, by language. */
export function captionsOfVideo(db: Db, videoId: number) {
  return db
    .select({ language: captions.language, objectKey: captions.objectKey, bytes: captions.bytes })
    .from(captions)
    .where(eq(captions.videoId, videoId))
    .orderBy(asc(captions.language))
}

export type CaptionRow = Awaited<ReturnType<typeof captionsOfVideo>>[number]

/** Returns a track's object, with the hash of its bytes. */
export function captionObject(db: Db, videoId: number, language: string) {
  return db
    .select({ objectKey: captions.objectKey, bytes: captions.bytes, sha256: mediaObjects.sha256 })
    .from(captions)
    .innerJoin(mediaObjects, eq(mediaObjects.key, captions.objectKey))
    .where(whereTrack(videoId, language))
}

export interface CaptionObject {
  key: string
  bytes: number
  sha256: string
  ownerId: number
}

/**
 * Inserts an object's row before its bytes are stored, so that every object in the bucket has a row; returns
 * no row if the account's quota is full.
 */
export function insertCaptionObject(db: Db, object: CaptionObject, quotaBytes: number, now: number) {
  const { key, bytes, sha256, ownerId } = object
  return insertFrom(
    db,
    mediaObjects,
    { key, kind: 'caption', contentType: 'text/vtt', bytes, ownerId, sha256, createdAt: now },
    sql`where ${storedBytes(ownerId)} + ${bytes} <= ${quotaBytes}`,
  ).returning({ key: mediaObjects.key })
}

/** A change of a caption track, with the video's owner and the maximum number of tracks. */
export interface CaptionChange {
  videoId: number
  /** The video's owner, who also owns the file if staff correct it. */
  userId: number
  language: string
  atMost: number
}

/** Holds while the owner may edit the video, and the video already has the track or room for it. */
export function whereCaptionFits({ videoId, userId, language, atMost }: CaptionChange): Condition {
  return condition(sql`${whereEditableBy(videoId, userId)}
    and (exists (select 1 from captions t where t.video_id = ${videoId} and t.language = ${language})
      or (select count(*) from captions t where t.video_id = ${videoId}) < ${atMost})`)
}

/** Revokes all signed URLs of the track's object; in the batch before the object is dropped. */
export function revokeCaption(db: Db, videoId: number, language: string, now: number, onlyIf = always) {
  return insertFrom(
    db,
    revocations,
    { kind: 'object', target: sql`c.object_key`, below: sql`v.revision + 1`, at: now },
    sql`from captions c join videos v on v.id = c.video_id
      where c.video_id = ${videoId} and c.language = ${language} and ${onlyIf}`,
  )
}

/**
 * Marks the track's object as pending deletion, unless it is the approved one; in the batch before the row
 * names another object or is deleted.
 */
export function markCaptionForDeletion(
  db: Db,
  videoId: number,
  language: string,
  now: number,
  onlyIf = always,
) {
  return db
    .update(mediaObjects)
    .set({ pendingDeletionSince: now })
    .where(
      sql`${mediaObjects.key} in (select object_key from captions where video_id = ${videoId} and language = ${language})
        and not exists (select 1 from video_files f where f.object_key = ${mediaObjects.key} and f.place = 'approved-caption')
        and ${onlyIf}`,
    )
}

/** Makes the object the track's file; returns no row if the change is no longer allowed. */
export function upsertCaption(db: Db, change: CaptionChange, object: { key: string; bytes: number }) {
  const { videoId, language } = change
  return insertFrom(
    db,
    captions,
    { videoId, language, objectKey: object.key, bytes: object.bytes },
    sql`where ${whereCaptionFits(change)}`,
  )
    .onConflictDoUpdate({
      target: [captions.videoId, captions.language],
      set: { objectKey: sql`excluded.object_key`, bytes: sql`excluded.bytes` },
    })
    .returning({ language: captions.language })
}

export function deleteCaption(db: Db, videoId: number, language: string, onlyIf = always) {
  return db
    .delete(captions)
    .where(and(whereTrack(videoId, language), onlyIf))
    .returning({ language: captions.language })
}

/** Holds while this owner may edit the video. */
export function whereEditableBy(videoId: number, userId: number): Condition {
  return condition(
    sql`exists (select 1 from videos v where v.id = ${videoId} and v.user_id = ${userId} and v.hold is null)`,
  )
}

function whereTrack(videoId: number, language: string): Condition {
  return allOf(eq(captions.videoId, videoId), eq(captions.language, language))
}
