import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { allOf, always, type Condition, condition } from '#db/conditions'
import { type FilePlace, videos } from '#db/schema'
import { mp4OrWebm, pictureType } from '../../uploads/file-types'
import { deleteRenditions, insertRenditions } from '../renditions'
import { forgetCurves } from '../statistics'
import { goesWithSource, markFilesForDeletion, revokeFilesOf } from '../video-files'
import { type Files, markUploadsUsed, uploadsOf, whereFilesFree } from './publish'
import { dropReplaced, forgetKeptTrailer, keepReplaced, whereNotKept } from './replaced-files'
import { type ReviewRule, reviewedFirst } from './review'

export interface Replacement {
  id: number
  /**
   * The revision at the time of the decision; after another change or a review, this change affects no row.
   */
  revision: number
  /** The owner of the new files' uploads. */
  userId: number
  /**
   * The review rule, if the video opens to others now or at a later time: an unreviewed one may need review.
   */
  opens?: ReviewRule | undefined
  /** URLs signed so far stay valid, although the revision is raised. */
  keepsUrls?: boolean
  /** A further condition besides the revision. */
  onlyIf?: Condition
}

/**
 * Holds while the video is unchanged, its new files are free, and it has no renditions of the same qualities
 * as the new ones. Guards every statement of the batch, since a statement that affects no row doesn't fail a
 * batch.
 */
export function whereAsRead(video: Replacement, files: Files): Condition {
  const untaken =
    files.source || files.renditions.length === 0
      ? always
      : sql`not exists (select 1 from renditions r, uploads u where r.video_id = ${video.id}
          and u.id in ${files.renditions} and r.quality = min(u.width, u.height))`
  return condition(sql`(${whereAtRevision(video)} and ${whereFilesFree(files, video.userId)} and ${untaken})`)
}

function whereAtRevision({ id, revision, onlyIf = always }: Replacement): Condition {
  return allOf(
    condition(sql`exists (select 1 from videos v where v.id = ${id} and v.revision = ${revision})`),
    onlyIf,
  )
}

/** Returns whether a condition holds in this batch; no row if the video is gone. */
export function readStill(db: Db, id: number, asked: Condition) {
  return db
    .select({ still: sql<number>`${asked}`.as('still') })
    .from(videos)
    .where(eq(videos.id, id))
}

/**
 * Returns the batch that replaces or adds a video's files and applies the other changes, each guarded by
 * whereAsRead. A raised revision revokes all signed URLs, unless they may stay. A new source drops the old
 * derived files, which are kept with the old source until the new one is read.
 */
export function changeVideo(
  db: Db,
  video: Replacement,
  change: Partial<typeof videos.$inferInsert>,
  files: Files,
  now: number,
) {
  const onlyIf = whereAsRead(video, files)
  const lost = placesLost(files)
  const endsAll = change.revision !== undefined && !video.keepsUrls
  const revoked = endsAll ? { onlyIf } : { among: lost, onlyIf }
  const renditions = files.source ? [files.source, ...files.renditions] : files.renditions
  const ids = uploadsOf(files).map(({ id }) => id)
  const changesRow = Object.keys(change).length > 0 || lost.length > 0 || ids.length > 0
  return [
    ...(revoked.among?.length === 0 ? [] : [revokeFilesOf(db, video.id, now, revoked)]),
    ...(files.source
      ? [...dropReplaced(db, now, video.id), ...keepReplaced(db, video.id, files.poster !== null, onlyIf)]
      : []),
    ...(files.withoutTrailer ? forgetKeptTrailer(db, video.id, now, onlyIf) : []),
    ...(lost.length > 0
      ? [markFilesForDeletion(db, video.id, now, { among: lost, onlyIf: allOf(onlyIf, whereNotKept) })]
      : []),
    ...(files.source ? [deleteRenditions(db, video.id, onlyIf), ...forgetCurves(db, video.id, onlyIf)] : []),
    ...(renditions.length > 0 ? [insertRenditions(db, sql`${video.id}`, [...renditions], onlyIf)] : []),
    ...(changesRow ? [updateVideoRow(db, video, change, files, now)] : []),
    ...(ids.length > 0 ? [markUploadsUsed(db, video.userId, ids)] : []),
  ]
}

/** Returns the places in which the video will name another file, or none, after these files. */
export function placesLost(files: Files): FilePlace[] {
  const replaced = (['poster', 'blurred', 'storyboard', 'preview', 'trailer'] as const).filter(
    // A blurred picture is made from the poster.
    (place) =>
      files[place] !== null ||
      (place === 'blurred' && files.poster !== null) ||
      (place === 'trailer' && files.withoutTrailer),
  )
  return [...new Set<FilePlace>([...replaced, ...(files.source ? goesWithSource : [])])]
}

function updateVideoRow(
  db: Db,
  video: Replacement,
  change: Partial<typeof videos.$inferInsert>,
  files: Files,
  now: number,
) {
  const { source, poster, blurred, preview, trailer, storyboard } = files
  const from = (column: string, upload: string) =>
    sql`(select ${sql.raw(column)} from uploads u where u.id = ${upload})`
  const type = (column: SQL, alias: string, upload: string) =>
    sql`(select ${column} from uploads ${sql.raw(alias)} where ${sql.raw(alias)}.id = ${upload})`
  return db
    .update(videos)
    .set({
      ...(video.opens && reviewedFirst(now, video.opens)),
      ...change,
      ...editedAt(change, now),
      // No one has looked at the new content.
      ...(uploadsOf(files).length > 0 && { clearedKey: null }),
      ...(source && {
        sourceKey: from('object_key', source),
        sourceType: type(mp4OrWebm, 's', source),
        sourceBytes: from('size', source),
        duration: from('duration', source),
        width: from('width', source),
        height: from('height', source),
        ...withoutDerived,
      }),
      ...(poster && {
        posterKey: from('object_key', poster),
        posterType: type(pictureType, 'p', poster),
        posterBytes: from('size', poster),
        posterPictures: from('pictures', poster),
        blurredKey: null,
        blurredBytes: null,
      }),
      ...(blurred && { blurredKey: from('object_key', blurred), blurredBytes: from('size', blurred) }),
      ...(preview && { previewKey: from('object_key', preview), previewBytes: from('size', preview) }),
      ...(files.withoutTrailer && { trailerKey: null, trailerBytes: null }),
      ...(trailer && { trailerKey: from('object_key', trailer), trailerBytes: from('size', trailer) }),
      ...(storyboard && {
        storyboardKey: from('object_key', storyboard.upload),
        storyboardBytes: from('size', storyboard.upload),
        storyboardRows: storyboard.rows,
      }),
    })
    .where(and(eq(videos.id, video.id), whereRenditionsInserted(video, files)))
    .returning({ id: videos.id })
}

/** Clears the columns of derived files, once their source is gone. */
export const withoutDerived = {
  previewKey: null,
  previewBytes: null,
  trailerKey: null,
  trailerBytes: null,
  storyboardKey: null,
  storyboardBytes: null,
  storyboardRows: null,
} as const

/** Returns whereAsRead for use after the renditions are inserted, when their qualities are taken. */
function whereRenditionsInserted(video: Replacement, files: Files): Condition {
  const { renditions } = files
  const inserted =
    renditions.length === 0
      ? always
      : sql`(select count(*) from renditions r join uploads u on u.object_key = r.object_key
          where r.video_id = ${video.id} and u.id in ${renditions}) = ${renditions.length}`
  return condition(
    sql`(${whereAtRevision(video)} and ${whereFilesFree(files, video.userId)} and ${inserted})`,
  )
}

/** Returns the time of the edit, if the title or the description given differs. A change may repeat what there is. */
function editedAt({ title, description }: Partial<typeof videos.$inferInsert>, now: number) {
  if (title === undefined && description === undefined) return {}
  const differs = or(
    title === undefined ? undefined : ne(videos.title, title),
    description === undefined ? undefined : ne(videos.description, description),
  )
  return { editedAt: sql`case when ${differs} then ${now} else ${videos.editedAt} end` }
}
