import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { allOf, type Condition, condition } from '#db/conditions'
import { insertFrom } from '#db/insert-from'
import { mediaObjects, type ReplacedPlace, renditions, replacedFiles, videoFiles, videos } from '#db/schema'
import { filledIn, insertMails } from '../../shared/mail'
import { whereNoEvidence } from '../holds'
import { markFilesOfAllForDeletion } from '../video-files'
import { type ReviewRule, reviewedFirst, whereOpen } from './review'

// The files that a video shows again when its new file is refused: kept from the replacement until the new
// file is read, or for as long as the video is evidence.

const ofSource = ['source_key', 'source_type', 'source_bytes', 'duration', 'width', 'height'] as const
const ofDerived = [
  'preview_key',
  'preview_bytes',
  'trailer_key',
  'trailer_bytes',
  'storyboard_key',
  'storyboard_bytes',
  'storyboard_rows',
] as const
const ofPoster = [
  'poster_key',
  'poster_type',
  'poster_bytes',
  'poster_pictures',
  'blurred_key',
  'blurred_bytes',
] as const
/** Without the visibility, which the owner may have changed since: a video that was hidden stays hidden. */
const ofReview = ['review', 'waiting_since', 'reason'] as const
const always = [...ofSource, ...ofDerived] as const

/** Holds for an object that is kept for a video. */
export const whereNotKept = condition(
  sql`not exists (select 1 from ${videoFiles} kept where kept.object_key = ${mediaObjects.key} and kept.place = 'replaced')`,
)

/**
 * Keeps a video's files in the batch that replaces its source, before the objects are marked for deletion. If
 * the present file isn't read yet, the files shown before it stay kept.
 */
export function keepReplaced(db: Db, videoId: number, withPoster: boolean, onlyIf: Condition) {
  const onlyIfShown = allOf(onlyIf, condition(sql`v.id = ${videoId} and v.status = 'ready'`))
  const row = [...always, ...ofReview, ...(withPoster ? ofPoster : [])]
  const keep = (place: ReplacedPlace, key: string, columns: SQL, from: SQL) =>
    insertFrom(
      db,
      replacedFiles,
      { objectKey: sql.raw(key), place, videoId, columns },
      sql`from ${from} where ${onlyIfShown} and ${sql.raw(key)} is not null`,
    ).onConflictDoNothing()
  const ofVideo = (place: Exclude<ReplacedPlace, 'rendition'>) =>
    keep(place, `v.${place}_key`, place === 'source' ? jsonOf('v', row) : sql`'{}'`, sql`videos v`)
  return [
    ofVideo('source'),
    ofVideo('preview'),
    ofVideo('trailer'),
    ofVideo('storyboard'),
    ...(withPoster ? [ofVideo('poster'), ofVideo('blurred')] : []),
    keep(
      'rendition',
      'r.object_key',
      jsonOf('r', ['quality', 'bytes', 'bandwidth']),
      sql`videos v join renditions r on r.video_id = v.id`,
    ),
  ] as const
}

/** Drops a kept trailer that its uploader removes, or it would come back with the former file. */
export function forgetKeptTrailer(db: Db, videoId: number, now: number, onlyIf: Condition) {
  const whereKeptAs = (place: ReplacedPlace) =>
    and(eq(replacedFiles.videoId, videoId), eq(replacedFiles.place, place), onlyIf)
  const trailer = db
    .select({ key: replacedFiles.objectKey })
    .from(replacedFiles)
    .where(whereKeptAs('trailer'))
  return [
    db.update(mediaObjects).set({ pendingDeletionSince: now }).where(inArray(mediaObjects.key, trailer)),
    db.delete(replacedFiles).where(whereKeptAs('trailer')),
    db
      .update(replacedFiles)
      .set({ columns: sql`json_remove(${replacedFiles.columns}, '$.trailer_key', '$.trailer_bytes')` })
      .where(whereKeptAs('source')),
  ] as const
}

function jsonOf(alias: string, columns: readonly string[]): SQL {
  return sql.raw(`json_object(${columns.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`)
}

/** The kept columns of a video, as JSON. */
const kept = (videoId: number): SQL =>
  sql`(select k.columns from ${replacedFiles} k where k.video_id = ${videoId} and k.place = 'source')`

/** Holds for a video whose files from before its new file are kept. */
export function whereKept(videoId: number): Condition {
  return condition(
    sql`exists (select 1 from ${replacedFiles} k where k.video_id = ${videoId} and k.place = 'source')`,
  )
}

/** The outcome for a video whose new file is refused. */
export interface Refused {
  /** Shown if the video has no former file. */
  reason: string
  /** Sent to the uploader if it has one, with placeholders for their name, the video's ID and its title. */
  email: { subject: string; body: string }
  /** Decides whether the restored files are reviewed first. */
  rule: ReviewRule
}

/** Holds if the video had another poster with its former file. */
export function wherePosterKept(videoId: number): Condition {
  return condition(
    sql`exists (select 1 from ${replacedFiles} k where k.video_id = ${videoId} and k.place = 'poster')`,
  )
}

/**
 * Restores a video's former files, with its former review; `restored` contains its row. If others can see it
 * by now and no person has looked at these files, it is reviewed first: it was waiting for a review when it
 * opened, so nothing was checked then. Runs after the new files were marked for deletion.
 */
export function restoreReplaced(
  db: Db,
  videoId: number,
  refused: Condition,
  { email, rule, accountHold, now }: Refused & { accountHold: SQL; now: number },
) {
  const from = (name: string) => sql`json_extract(${kept(videoId)}, ${`$.${name}`})`
  // The new poster is dropped with the new file; without a kept poster, its columns aren't in the JSON.
  const poster = (name: string) => sql`iif(${from('poster_key')} is null, ${sql.raw(name)}, ${from(name)})`
  const decided = (name: string) =>
    sql`case when review = 'pending' then ${from(name)} else ${sql.raw(name)} end`
  const shownAgain = sql`exists (select 1 from videos v where v.id = ${videoId} and v.source_key = json_extract(${kept(videoId)}, '$.source_key'))`
  const set = [
    ...always.map((name) => [name, from(name)] as const),
    ...ofPoster.map((name) => [name, poster(name)] as const),
    ...ofReview.map((name) => [name, decided(name)] as const),
    ['status', sql`'ready'`] as const,
    ['hold', sql`coalesce(hold, ${accountHold})`] as const,
    ['revision', sql`revision + 1`] as const,
  ]
  return [
    {
      restored: db
        .update(videos)
        .set(Object.fromEntries(set.map(([name, value]) => [camel(name), value])))
        .where(and(eq(videos.id, videoId), refused, whereKept(videoId)))
        .returning({ id: videos.id }),
    },
    insertFrom(
      db,
      renditions,
      {
        videoId,
        objectKey: sql`k.object_key`,
        quality: sql`json_extract(k.columns, '$.quality')`,
        bytes: sql`json_extract(k.columns, '$.bytes')`,
        bandwidth: sql`json_extract(k.columns, '$.bandwidth')`,
      },
      sql`from ${replacedFiles} k where k.video_id = ${videoId} and k.place = 'rendition' and ${shownAgain}`,
    ),
    insertMails(
      db,
      {
        dedupeKey: `refused:${videoId}:${now}`,
        recipient: sql`u.email`,
        subject: email.subject,
        body: filledIn(email.body, { name: sql`u.username`, number: sql`v.id`, title: sql`v.title` }),
      },
      now,
      sql`from videos v join users u on u.id = v.user_id where v.id = ${videoId} and ${shownAgain}`,
    ),
    db
      .update(videos)
      .set(reviewedFirst(now, rule))
      .where(and(eq(videos.id, videoId), whereOpen, shownAgain)),
    db.delete(replacedFiles).where(sql`${replacedFiles.videoId} = ${videoId} and ${shownAgain}`),
  ] as const
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Drops the kept files of videos, or of one video, once the new file was read. Evidence keeps them: a report
 * may have been about them.
 */
export function dropReplaced(db: Db, now: number, videoId?: number) {
  const which = videoId === undefined ? sql`select k.video_id from ${replacedFiles} k` : sql`${videoId}`
  const done = sql`select ${videos.id} from ${videos}
    where ${videos.id} in (${which}) and ${videos.status} = 'ready' and ${whereNoEvidence}`
  return [
    markFilesOfAllForDeletion(db, done, now, { among: ['replaced'] }).returning({ key: mediaObjects.key }),
    db.delete(replacedFiles).where(sql`${replacedFiles.videoId} in (${done})`),
  ] as const
}
