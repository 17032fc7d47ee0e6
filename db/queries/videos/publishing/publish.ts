import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { UploadKind } from '#contract/values/uploads/upload'
import type { PlainField } from '#contract/values/videos/plain-fields'
import type { Tag } from '#contract/values/videos/tags'
import type { Db } from '#db/client'
import { allOf, always, type Condition, condition } from '#db/conditions'
import { insertFrom } from '#db/insert-from'
import {
  announcements,
  approvedCaptions,
  approvedTexts,
  captions,
  likes,
  listItems,
  renditions,
  replacedFiles,
  savedVideos,
  searchBacklog,
  uploads,
  videoCurves,
  videoDays,
  videos,
  viewsSeen,
  watchHistory,
} from '#db/schema'
import { mp4OrWebm, pictureType } from '../../uploads/file-types'
import { whereUploadFree } from '../../uploads/upload'
import { leaveComments } from '../comments'
import { insertRenditions } from '../renditions'
import { insertTags } from '../tags'
import { videoNaming } from '../video-files'

type VideoRow = typeof videos.$inferSelect

/** The values that a video is published with, except its files. */
export interface NewVideo
  extends Pick<
    VideoRow,
    | PlainField
    | 'userId'
    | 'title'
    | 'titleFolded'
    | 'titleForms'
    | 'categoryId'
    | 'isPublic'
    | 'unlistedKey'
    | 'publishAt'
    | 'allowComments'
    | 'waitingSince'
    | 'latitude'
    | 'longitude'
    | 'createdAt'
  > {
  tags: readonly Tag[]
  review: 'approved' | 'pending'
}

/** Uploads of a video, by ID; null if there is none, or if an import fetches it later. */
export interface Files {
  source: string | null
  poster: string | null
  blurred: string | null
  preview: string | null
  trailer: string | null
  /** Removes the present trailer. */
  withoutTrailer: boolean
  storyboard: { upload: string; rows: number } | null
  renditions: readonly string[]
}

export const noFiles: Files = {
  source: null,
  poster: null,
  blurred: null,
  preview: null,
  trailer: null,
  withoutTrailer: false,
  storyboard: null,
  renditions: [],
}

export function uploadsOf({
  source,
  poster,
  blurred,
  preview,
  trailer,
  storyboard,
  renditions: renditionIds,
}: Files): { id: string; kind: UploadKind }[] {
  const given: [string | null, UploadKind][] = [
    [source, 'video'],
    [poster, 'image'],
    [blurred, 'blurred'],
    [preview, 'preview'],
    [trailer, 'trailer'],
    [storyboard?.upload ?? null, 'storyboard'],
    ...renditionIds.map((id): [string, UploadKind] => [id, 'rendition']),
  ]
  return given.flatMap(([id, kind]) => (id === null ? [] : [{ id, kind }]))
}

/** Holds while all of the files are finished, belong to the account and are in no video. */
export function whereFilesFree(files: Files, userId: number): Condition {
  const each = uploadsOf(files).map(({ id, kind }) => whereUploadFree(id, userId, kind))
  return each.length > 0 ? condition(sql`(${sql.join(each, sql` and `)})`) : always
}

/**
 * Returns the batch that inserts a video with its ladder and takes its uploads; `published` returns the ID.
 * Inserts nothing unless the uploads are finished, the owner's and in no other video, and `onlyIf` holds.
 * `record` returns the statements that go with it, given the ID in SQL and the batch's condition.
 */
export function publishVideo<Record extends BatchItem<'sqlite'>>(
  db: Db,
  video: NewVideo,
  files: Files,
  record: (id: SQL, onlyIf: Condition) => Record[] = () => [],
  onlyIf: Condition = always,
) {
  const free = allOf(whereFilesFree(files, video.userId), onlyIf)
  const ids = uploadsOf(files).map(({ id }) => id)
  const made = videoNaming(sql`(select object_key from uploads where id = ${files.source})`)
  return [
    video.tags.length > 0 ? insertTags(db, video.tags, video.createdAt, free) : null,
    { published: insertVideo(db, video, files, free) },
    ...(files.source ? [insertRenditions(db, made, [files.source, ...files.renditions], free)] : []),
    ...record(made, free),
    ...(ids.length > 0 ? [markUploadsUsed(db, video.userId, ids)] : []),
  ] as const
}

function insertVideo(db: Db, video: NewVideo, files: Files, onlyIf: Condition) {
  return insertFrom(
    db,
    videos,
    {
      ...video,
      tags: video.tags.map(({ slug }) => slug),
      sourceKey: sql`s.object_key`,
      sourceType: mp4OrWebm,
      sourceBytes: sql`s.size`,
      duration: sql`s.duration`,
      width: sql`s.width`,
      height: sql`s.height`,
      posterKey: sql`p.object_key`,
      posterType: pictureType,
      posterBytes: sql`p.size`,
      posterPictures: sql`p.pictures`,
      blurredKey: sql`d.object_key`,
      blurredBytes: sql`d.size`,
      previewKey: sql`w.object_key`,
      previewBytes: sql`w.size`,
      trailerKey: sql`t.object_key`,
      trailerBytes: sql`t.size`,
      storyboardKey: sql`b.object_key`,
      storyboardBytes: sql`b.size`,
      storyboardRows: files.storyboard?.rows ?? null,
    },
    sql`from (select 1)
      left join uploads s on s.id = ${files.source}
      left join uploads p on p.id = ${files.poster}
      left join uploads d on d.id = ${files.blurred}
      left join uploads w on w.id = ${files.preview}
      left join uploads t on t.id = ${files.trailer}
      left join uploads b on b.id = ${files.storyboard?.upload ?? null}
      where ${onlyIf}`,
  ).returning({ id: videos.id })
}

/**
 * Assigns finished uploads to the video that now names their objects; in the batch after the statement that
 * does so.
 */
export function markUploadsUsed(db: Db, userId: number, ids: string[]) {
  const holder = videoNaming(sql`${uploads.objectKey}`)
  return db
    .update(uploads)
    .set({ status: 'used', videoId: holder })
    .where(
      and(
        inArray(uploads.id, ids),
        eq(uploads.userId, userId),
        eq(uploads.status, 'done'),
        sql`${holder} is not null`,
      ),
    )
}

/** Returns the video that an upload of this account was published as. */
export function videoOfUpload(db: Db, userId: number, uploadId: string, onlyIf: SQL = always) {
  return db
    .select({ videoId: uploads.videoId })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.userId, userId), eq(uploads.status, 'used'), onlyIf))
}

/**
 * Returns the video that was published from this URL with this upload as its poster. The URL is checked
 * because an upload used only as a poster may have come to its video by an edit.
 */
export function videoOfImport(db: Db, userId: number, { poster, url }: { poster: string; url: string }) {
  const begunWithIt = sql`exists (select 1 from imports i join videos v on v.id = i.video_id
    where i.video_id = ${uploads.videoId} and i.kind = 'video' and i.url = ${url} and i.created_at = v.created_at)`
  return videoOfUpload(db, userId, poster, begunWithIt)
}

/** Deletes everything that belongs to a video; in the batch after its row is deleted. */
export function deleteTraces(db: Db, videoId: number) {
  return deleteTracesOfAll(db, [videoId])
}

/** Deletes the traces of those videos that are gone. */
export function deleteTracesOfAll(db: Db, videoIds: readonly number[]) {
  const gone = sql`(select given.value from json_each(${JSON.stringify(videoIds)}) given
    where not exists (select 1 from videos v where v.id = given.value))`
  return [
    db.delete(likes).where(sql`${likes.videoId} in ${gone}`),
    db.delete(viewsSeen).where(sql`${viewsSeen.videoId} in ${gone}`),
    db.delete(watchHistory).where(sql`${watchHistory.videoId} in ${gone}`),
    db.delete(savedVideos).where(sql`${savedVideos.videoId} in ${gone}`),
    db.delete(listItems).where(sql`${listItems.videoId} in ${gone}`),
    db.delete(videoDays).where(sql`${videoDays.videoId} in ${gone}`),
    db.delete(videoCurves).where(sql`${videoCurves.videoId} in ${gone}`),
    db.delete(renditions).where(sql`${renditions.videoId} in ${gone}`),
    db.delete(replacedFiles).where(sql`${replacedFiles.videoId} in ${gone}`),
    db.delete(captions).where(sql`${captions.videoId} in ${gone}`),
    db.delete(approvedCaptions).where(sql`${approvedCaptions.videoId} in ${gone}`),
    db.delete(approvedTexts).where(sql`${approvedTexts.videoId} in ${gone}`),
    db.delete(uploads).where(sql`${uploads.videoId} in ${gone}`),
    // Has no index by video: cron keeps it short.
    db.delete(searchBacklog).where(sql`${searchBacklog.videoId} in ${gone}`),
    leaveComments(db, gone),
    ...endAnnouncements(db, gone),
  ] as const
}

/**
 * Deletes the announcements of videos. If a video is still in feeds, of which there may be a hundred
 * thousand, a job deletes it from them first.
 */
function endAnnouncements(db: Db, gone: SQL) {
  const inFeeds = (id: SQL) => sql`exists (select 1 from feed_items i where i.video_id = ${id})`
  return [
    db
      .delete(announcements)
      .where(sql`${announcements.videoId} in ${gone} and not ${inFeeds(sql`${announcements.videoId}`)}`),
    insertFrom(
      db,
      announcements,
      { videoId: sql`each.value`, uploaderId: 0, isDone: false },
      sql`from ${gone} each where ${inFeeds(sql`each.value`)}`,
    ).onConflictDoUpdate({ target: announcements.videoId, set: { isDone: false, tries: 0, dueAt: 0 } }),
  ] as const
}
