import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { likes, mediaObjects, uploads, videos, viewsSeen } from '../schema'
import { uploadIsFree } from './uploads'

export interface NewVideo {
  userId: number
  title: string
  titleFolded: string
  description: string
  categoryId: number
  isPremium: boolean
  isPublic: boolean
  allowDownload: boolean
  review: 'approved' | 'pending'
  latitude: number | null
  longitude: number | null
  createdAt: number
}

/** Uploads that a video is made of; null where an import brings it later. */
export interface Files {
  source: string | null
  poster: string | null
}

const mp4OrWebm = sql.raw(`case s.content_type when 'video/mp4' then 'mp4' when 'video/webm' then 'webm' end`)
const pictureType = sql.raw(
  `case p.content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' when 'image/webp' then 'webp' end`,
)

/** Inserts the video as long as its uploads are finished, the caller's own and in no other video; else no row. */
export function insertVideo(db: Db, video: NewVideo, files: Files) {
  // Every column in the order of the table: a raw statement can't join a batch.
  const select = sql`
    select null, ${video.userId}, ${video.title}, ${video.titleFolded}, ${video.description}, ${video.categoryId},
      ${video.isPremium}, ${video.isPublic}, ${video.allowDownload}, 'processing', ${video.review}, null, null, 1,
      s.object_key, ${mp4OrWebm}, s.size, s.duration, s.width, s.height, p.object_key, ${pictureType}, p.size,
      ${video.latitude}, ${video.longitude}, 0, 0, 0, ${video.createdAt}
    from (select 1)
      left join uploads s on s.id = ${files.source} and ${finished('s', video.userId, 'video')}
      left join uploads p on p.id = ${files.poster} and ${finished('p', video.userId, 'image')}
    where (${files.source} is null or s.id is not null) and (${files.poster} is null or p.id is not null)`
  return db.insert(videos).select(select).returning({ id: videos.id })
}

function finished(alias: string, userId: number, kind: 'video' | 'image'): SQL {
  return sql`${sql.raw(alias)}.user_id = ${userId} and ${sql.raw(alias)}.kind = ${kind} and ${sql.raw(alias)}.status = 'done'`
}

/** Gives finished uploads to the video that now holds their objects; in the batch after the one that made it so. */
export function markUploadsUsed(db: Db, userId: number, ids: string[]) {
  const holder = sql`(select id from videos where source_key = ${uploads.objectKey} or poster_key = ${uploads.objectKey})`
  return db
    .update(uploads)
    .set({ status: 'used', videoId: holder })
    .where(
      and(
        inArray(uploads.id, ids),
        eq(uploads.userId, userId),
        eq(uploads.status, 'done'),
        sql`exists ${holder}`,
      ),
    )
}

/** The video that an upload of this account was published as. */
export function videoOfUpload(db: Db, userId: number, uploadId: string) {
  return db
    .select({ videoId: uploads.videoId })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.userId, userId), eq(uploads.status, 'used')))
}

export interface Replacement {
  id: number
  /** As it was when the decision was made; another change in between makes this one touch no row. */
  revision: number
  userId: number
}

/**
 * True in SQL while the video is as it was read and its new files are free. Carried by every statement of the batch
 * that changes it, since a guard that touches no row doesn't fail a batch.
 */
export function stillAsRead({ id, revision, userId }: Replacement, files: Files): SQL {
  const unchanged = sql`exists (select 1 from videos v where v.id = ${id} and v.revision = ${revision})`
  const source = files.source ? sql` and ${uploadIsFree(files.source, userId, 'video')}` : sql``
  const poster = files.poster ? sql` and ${uploadIsFree(files.poster, userId, 'image')}` : sql``
  return sql`${unchanged}${source}${poster}`
}

/** Whether it holds in this batch; no row when the video is gone. */
export function readStill(db: Db, id: number, condition: SQL) {
  return db
    .select({ still: sql<number>`${condition}`.as('still') })
    .from(videos)
    .where(eq(videos.id, id))
}

/** Puts finished uploads in place of a video's files, and applies the other changes with them. */
export function updateVideoRow(
  db: Db,
  video: Replacement,
  change: Partial<typeof videos.$inferInsert>,
  files: Files,
) {
  const from = (column: string, upload: string | null) =>
    sql`(select ${sql.raw(column)} from uploads u where u.id = ${upload})`
  const type = (column: SQL, alias: string, upload: string | null) =>
    sql`(select ${column} from uploads ${sql.raw(alias)} where ${sql.raw(alias)}.id = ${upload})`
  return db
    .update(videos)
    .set({
      ...change,
      ...(files.source && {
        sourceKey: from('object_key', files.source),
        sourceType: type(mp4OrWebm, 's', files.source),
        sourceBytes: from('size', files.source),
        duration: from('duration', files.source),
        width: from('width', files.source),
        height: from('height', files.source),
      }),
      ...(files.poster && {
        posterKey: from('object_key', files.poster),
        posterType: type(pictureType, 'p', files.poster),
        posterBytes: from('size', files.poster),
      }),
    })
    .where(and(eq(videos.id, video.id), stillAsRead(video, files)))
    .returning({ id: videos.id })
}

/** Marks objects that no video names any more; in the batch after the change that let go of them. */
export function doomUnreferenced(db: Db, keys: string[], now: number) {
  return db
    .update(mediaObjects)
    .set({ doomedAt: now })
    .where(
      and(
        inArray(mediaObjects.key, keys),
        sql`not exists (select 1 from videos where source_key = ${mediaObjects.key} or poster_key = ${mediaObjects.key})`,
      ),
    )
}

/** True in SQL until the video's row is gone: for what goes before that in one batch. */
export function videoIsThere(id: number): SQL {
  return sql`exists (select 1 from videos where id = ${id})`
}

/** True in SQL once the video is at this revision or past it. */
export function hasReached(id: number, revision: number): SQL {
  return sql`exists (select 1 from videos where id = ${id} and revision >= ${revision})`
}

/**
 * Marks the objects that a video names at that moment, whatever was attached since it was read; in the batch before
 * the row goes.
 */
export function doomFilesOf(db: Db, videoId: number, now: number) {
  const named = sql`(select source_key from videos where id = ${videoId} union select poster_key from videos where id = ${videoId})`
  return db.update(mediaObjects).set({ doomedAt: now }).where(sql`${mediaObjects.key} in ${named}`)
}

/** Everything that is about a video and nothing without it; in the batch after its row is gone. */
export function deleteTraces(db: Db, videoId: number) {
  const gone = not(videoIsThere(videoId))
  return [
    db.delete(likes).where(and(eq(likes.videoId, videoId), gone)),
    db.delete(viewsSeen).where(and(eq(viewsSeen.videoId, videoId), gone)),
    db.delete(uploads).where(and(eq(uploads.videoId, videoId), gone)),
  ] as const
}
