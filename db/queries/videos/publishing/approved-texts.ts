import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { allOf, always, type Condition, condition } from '#db/conditions'
import { insertFrom } from '#db/insert-from'
import { approvedCaptions, approvedTexts, captions, mediaObjects, videos } from '#db/schema'
import { keysOf, reviewedFilesInHand, reviewedPlaces } from '../video-files'

// Title, description, tags and captions of a video as a person approved them, as opposed to those it shows
// now.

/** Holds for a video that a person has approved at some time. */
export function whereEverApproved(videoId: number): Condition {
  return condition(sql`exists (select 1 from approved_texts a where a.video_id = ${videoId})`)
}

/**
 * Records the video's present texts as approved; in the batch before the statement that ends `onlyIf`.
 * Objects of tracks that were approved before and aren't shown are marked for deletion.
 */
export function approveTexts(db: Db, videoId: number, now: number, onlyIf: Condition) {
  const shown = sql`from videos v where v.id = ${videoId} and ${onlyIf}`
  return [
    ...approveTracks(db, videoId, now, onlyIf),
    insertFrom(
      db,
      approvedTexts,
      {
        videoId,
        title: sql`v.title`,
        description: sql`v.description`,
        tags: sql`v.tags`,
        approvedAt: now,
      },
      shown,
    ).onConflictDoUpdate({
      target: approvedTexts.videoId,
      set: {
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        tags: sql`excluded.tags`,
        approvedAt: sql`excluded.approved_at`,
        changes: raised,
      },
    }),
  ] as const
}

/**
 * Records a video's files as reviewed; in the batch after approveTexts, before the statement that ends
 * `onlyIf`.
 */
export function approveFiles(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(approvedTexts)
    .set({ files: sql`(select json_group_array(object_key) from (${keysOf(videoId, reviewedPlaces)}))` })
    .where(and(eq(approvedTexts.videoId, videoId), onlyIf))
}

/**
 * Holds for a video all of whose files a person has looked at. An approval from before the keys of files were
 * recorded covers all files stored before it.
 */
export const whereFilesApproved = condition(
  sql`exists (select 1 from approved_texts a where a.video_id = "videos"."id" and case when a.files is null
    then not exists (select 1 from media_objects o
      where o.key in (${reviewedFilesInHand}) and o.created_at > a.approved_at)
    else not exists (select 1 from (${reviewedFilesInHand}) f
      where instr(a.files, json_quote(f.object_key)) = 0) end)`,
)

/** Records the tracks as approved, or one of them. */
function approveTracks(db: Db, videoId: number, now: number, onlyIf: Condition, language?: string) {
  const which = language === undefined ? sql`` : sql`and language = ${language}`
  const dropped = sql`select object_key from approved_captions where video_id = ${videoId} ${which}
    except select object_key from captions where video_id = ${videoId}`
  return [
    db
      .update(mediaObjects)
      .set({ pendingDeletionSince: now })
      .where(sql`${mediaObjects.key} in (${dropped}) and ${onlyIf}`),
    db.delete(approvedCaptions).where(sql`${approvedCaptions.videoId} = ${videoId} ${which} and ${onlyIf}`),
    insertFrom(
      db,
      approvedCaptions,
      { videoId, language: sql`language`, objectKey: sql`object_key`, bytes: sql`bytes` },
      sql`from captions where video_id = ${videoId} ${which} and ${onlyIf}`,
    ),
  ] as const
}

interface Corrected {
  title?: string | undefined
  description?: string | undefined
  /** Slugs. */
  tags?: string[] | undefined
  /** Uploads by staff that become its pictures. */
  pictures?: readonly string[] | undefined
}

/**
 * Records texts and pictures from staff as approved, if anyone has approved the video; in the batch before
 * they are written, with noteDifference after that. An approval without the keys of files gets them now, if
 * it covers all files: the new picture is more recent than the approval.
 */
export function approveCorrection(
  db: Db,
  videoId: number,
  { pictures = [], ...corrected }: Corrected,
  onlyIf: Condition,
) {
  const given = sql`select object_key from uploads where id in (select value from json_each(${JSON.stringify(pictures)}))`
  const withGiven = (keys: SQL) => sql`(select json_group_array(key) from (${keys} union ${given}))`
  return db
    .update(approvedTexts)
    .set({
      ...corrected,
      ...(pictures.length > 0 && {
        files: sql`case when ${approvedTexts.files} is not null
          then ${withGiven(sql`select value as key from json_each(${approvedTexts.files})`)}
          when exists (select 1 from videos where videos.id = ${videoId} and ${whereFilesApproved})
          then ${withGiven(sql`select object_key as key from (${keysOf(videoId, reviewedPlaces)})`)} end`,
      }),
      changes: raised,
    })
    .where(and(eq(approvedTexts.videoId, videoId), onlyIf))
}

/**
 * Records a track that staff corrected as approved; in the batch after the correction, on the same condition.
 */
export function approveTrackCorrection(
  db: Db,
  videoId: number,
  now: number,
  language: string,
  onlyIf: Condition,
) {
  return [
    ...approveTracks(db, videoId, now, allOf(whereEverApproved(videoId), onlyIf), language),
    ...noteChange(db, videoId, now, onlyIf),
  ] as const
}

/**
 * Records that an owner changed a text; in the batch after the change. Changing a text back to the approved
 * one clears the record.
 */
export function noteChange(db: Db, videoId: number, now: number, onlyIf = always) {
  return [raiseChanges(db, videoId, onlyIf), noteDifference(db, videoId, now)] as const
}

const raised = sql`${approvedTexts.changes} + 1`

/** Records whether a video shows anything other than what was approved; in the batch after a change. */
export function noteDifference(db: Db, videoId: number, now: number) {
  const tracks = (table: string) =>
    sql`select t.language, coalesce(o.sha256, t.object_key) from ${sql.raw(table)} t
      join media_objects o on o.key = t.object_key where t.video_id = ${videoId}`
  const missing = (from: string, other: string) =>
    sql`exists (select 1 from (${tracks(from)} except ${tracks(other)}))`
  const differs = sql`((${videos.title}, ${videos.description}, ${videos.tags})
      is not (select title, description, tags from approved_texts where video_id = ${videoId})
    or ${missing('captions', 'approved_captions')} or ${missing('approved_captions', 'captions')})`
  return db
    .update(videos)
    .set({ changedSince: sql`case when ${differs} then coalesce(${videos.changedSince}, ${now}) end` })
    .where(and(eq(videos.id, videoId), whereEverApproved(videoId)))
}

/** Returns the approved texts of a video; no row if no one has approved any. */
export function approvedTextsOf(db: Db, videoId: number) {
  return db.select().from(approvedTexts).where(eq(approvedTexts.videoId, videoId))
}

/**
 * Holds while the video is shown as approved, and nothing has changed since the reviewed state of `changes`.
 */
export function whereUnchangedSince(videoId: number, changes: number): Condition {
  return condition(sql`exists (select 1 from videos v join approved_texts a on a.video_id = v.id
    where v.id = ${videoId} and v.review = 'approved' and v.hold is null and a.changes = ${changes})`)
}

/** Removes a video from the list of changed ones. */
export function forgetChanges(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ changedSince: null })
    .where(and(eq(videos.id, videoId), onlyIf))
    .returning({ id: videos.id })
}

/** Restores the approved texts; `folded` is what search knows the approved title by. */
export function restoreTexts(
  db: Db,
  videoId: number,
  folded: Pick<typeof videos.$inferInsert, 'titleFolded' | 'titleForms'>,
  now: number,
  onlyIf: Condition,
) {
  const approved = (column: string) =>
    sql`(select ${sql.raw(column)} from approved_texts where video_id = ${videoId})`
  const differs = sql`(${videos.title}, ${videos.description})
    is not (select title, description from approved_texts where video_id = ${videoId})`
  return db
    .update(videos)
    .set({
      ...folded,
      title: approved('title'),
      description: approved('description'),
      tags: approved('tags'),
      changedSince: null,
      // Tags and captions aren't an edit that viewers are told of.
      editedAt: sql`case when ${differs} then ${now} else ${videos.editedAt} end`,
      // The URLs of all tracks are revoked.
      revision: sql`${videos.revision} + 1`,
    })
    .where(and(eq(videos.id, videoId), onlyIf))
    .returning({ id: videos.id })
}

/** Restores the approved tracks; in the batch before the statement that ends `onlyIf`. */
export function restoreTracks(db: Db, videoId: number, now: number, onlyIf: Condition) {
  const kept = sql`select object_key from approved_captions where video_id = ${videoId}`
  return [
    db
      .update(mediaObjects)
      .set({ pendingDeletionSince: now })
      .where(
        sql`${mediaObjects.key} in (select object_key from captions where video_id = ${videoId} except ${kept}) and ${onlyIf}`,
      ),
    db.delete(captions).where(and(eq(captions.videoId, videoId), onlyIf)),
    insertFrom(
      db,
      captions,
      { videoId, language: sql`language`, objectKey: sql`object_key`, bytes: sql`bytes` },
      sql`from approved_captions where video_id = ${videoId} and ${onlyIf}`,
    ),
  ] as const
}

/** Raises the count of changes, so that a decision about an earlier state is refused. */
export function raiseChanges(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(approvedTexts)
    .set({ changes: raised })
    .where(and(eq(approvedTexts.videoId, videoId), onlyIf))
}
