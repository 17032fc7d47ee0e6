import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import {
  blockedHashes,
  deadLetters,
  mediaObjects,
  neverDue,
  readDue,
  videos,
  whereDerivedUnread,
} from '../../schema'
import { holdOfAccount } from '../shared/account-hold'
import { indexedBy } from '../shared/index-hints'
import { whereNoEvidence } from '../videos/holds'
import { withoutDerived } from '../videos/publishing/change-video'
import {
  type Refused,
  restoreReplaced,
  whereKept,
  wherePosterKept,
} from '../videos/publishing/replaced-files'
import { deleteRenditions } from '../videos/renditions'
import {
  goesWithSource,
  hashedPlaces,
  keysOf,
  markFilesForDeletion,
  videoNaming,
} from '../videos/video-files'

export interface FileHashes {
  sha256: string
  pictureSha256: string | null
  soundSha256: string | null
  crc32: number
}

/** The hashes by which a file equals another one; decision 026 says why the sound's isn't among them. */
export type Likeness = Pick<FileHashes, 'sha256' | 'pictureSha256'>

/** Returns the source of a video that waits for its hashes. */
export function processingSource(db: Db, videoId: number) {
  return db
    .select({
      key: mediaObjects.key,
      bytes: mediaObjects.bytes,
      type: videos.sourceType,
      sha256: mediaObjects.sha256,
      pictureSha256: mediaObjects.pictureSha256,
      soundSha256: mediaObjects.soundSha256,
      crc32: mediaObjects.crc32,
      readTries: mediaObjects.readTries,
    })
    .from(videos)
    .innerJoin(mediaObjects, eq(mediaObjects.key, videos.sourceKey))
    .where(and(eq(videos.id, videoId), eq(videos.status, 'processing')))
}

/** Returns a row unless the object is deleted or pending deletion. */
export function keptObject(db: Db, key: string) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(and(eq(mediaObjects.key, key), isNull(mediaObjects.pendingDeletionSince)))
}

/** Stores a file's hashes. */
export function setHashes(db: Db, key: string, hashes: FileHashes) {
  return db
    .update(mediaObjects)
    .set({ ...hashes, ...untried })
    .where(eq(mediaObjects.key, key))
}

const untried = { readTries: 0, readDueAt: null }

/** Counts a try at reading a file that is due, and returns a row, unless another run did so. */
export function claimReading(db: Db, file: { key: string; readTries: number }, now: number, next: number) {
  return db
    .update(mediaObjects)
    .set({ readTries: file.readTries + 1, readDueAt: next })
    .where(
      and(eq(mediaObjects.key, file.key), eq(mediaObjects.readTries, file.readTries), whereReadingDue(now)),
    )
    .returning({ key: mediaObjects.key })
}

function whereReadingDue(now: number): Condition {
  return condition(sql`coalesce(${mediaObjects.readDueAt}, 0) <= ${now}`)
}

/** Resets the tries of a file that was read. The next reading, if any, is due at `readDueAt`. */
export function forgetTries(db: Db, key: string, readDueAt: number | null = null) {
  return db
    .update(mediaObjects)
    .set({ ...untried, readDueAt })
    .where(eq(mediaObjects.key, key))
}

/** A job that was given up, as administrators see it. */
export type GivenUp = Pick<typeof deadLetters.$inferInsert, 'id' | 'queue' | 'body' | 'attempts' | 'at'>

/** Returns the statements that give up reading a file, and list its job among the failed ones. */
export function giveUpReading(db: Db, key: string, job: GivenUp) {
  const tried = sql`from ${mediaObjects} where ${mediaObjects.key} = ${key} 
    and ${mediaObjects.readDueAt} < ${neverDue} and ${mediaObjects.pendingDeletionSince} is null`
  return [
    insertFrom(db, deadLetters, job, tried),
    db.update(mediaObjects).set({ readDueAt: neverDue }).where(eq(mediaObjects.key, key)),
  ] as const
}

/**
 * Lets the given-up files of a video be read again, as if for the first time. A video that failed without
 * them is processed again.
 */
export function restartReading(db: Db, videoId: number) {
  const givenUp = sql`${mediaObjects.readDueAt} = ${neverDue}`
  return [
    db
      .update(videos)
      .set({ status: 'processing', reason: null })
      .where(
        and(
          eq(videos.id, videoId),
          eq(videos.status, 'failed'),
          isNotNull(videos.posterKey),
          sql`exists (select 1 from ${mediaObjects} where ${mediaObjects.key} = ${videos.sourceKey} and ${givenUp})`,
        ),
      ),
    db
      .update(mediaObjects)
      .set(untried)
      .where(and(sql`${mediaObjects.key} in (${keysOf(videoId, hashedPlaces)})`, givenUp)),
  ] as const
}

const whereProcessing = (videoId: number, key: string): Condition =>
  allOf(eq(videos.id, videoId), eq(videos.sourceKey, key), eq(videos.status, 'processing'))

export function whereBlocked(hashes: Likeness): Condition {
  return condition(sql`exists (select 1 from ${blockedHashes}
    where ${blockedHashes.sha256} in (${hashes.sha256}, ${hashes.pictureSha256}))`)
}

/** Holds while the result of reading the source would make its video ready, or fail it. */
export function whereAwaitingReading(videoId: number, key: string): Condition {
  return condition(
    sql`exists (select 1 from ${videos} where ${whereProcessing(videoId, key)} and ${videos.posterKey} is not null)`,
  )
}

/**
 * Makes a video ready unless it is blocked, its file was replaced, or an import still has to fetch its
 * poster. Evidence becomes ready under its hold even with a blocked hash, since none of it may be deleted.
 * The video of a banned or leaving owner is held at once.
 */
export function markVideoReady(db: Db, videoId: number, key: string, hashes: FileHashes, now: number) {
  return db
    .update(videos)
    .set({ status: 'ready', hold: sql`coalesce(${videos.hold}, ${accountHold(now)})` })
    .where(
      and(
        whereProcessing(videoId, key),
        isNotNull(videos.posterKey),
        sql`not (${whereBlocked(hashes)} and ${whereNoEvidence})`,
      ),
    )
    .returning({ id: videos.id })
}

/** Returns, in SQL, the hold of a video whose owner is banned or leaving. */
const accountHold = (now: number) =>
  sql`(select ${holdOfAccount('u', now)} from users u where u.id = ${videos.userId})`

/** Returns the batch that refuses a video's source because it is blocked. */
export function failBlockedVideo(
  db: Db,
  video: { id: number; key: string },
  hashes: FileHashes,
  outcome: Refused,
  now: number,
) {
  const refused = condition(
    sql`${whereProcessing(video.id, video.key)} and ${whereBlocked(hashes)} and ${whereNoEvidence}`,
  )
  return failOrRestore(db, video.id, refused, outcome, now)
}

/**
 * Returns the batch that refuses a video's source because it is lost or can't be read. Evidence keeps its
 * other files and needs no further reading.
 */
export function failVideo(db: Db, video: { id: number; key: string }, outcome: Refused, now: number) {
  const { id, key } = video
  return [
    db
      .update(videos)
      .set({ status: 'ready' })
      .where(and(whereProcessing(id, key), isNotNull(videos.posterKey), sql`not ${whereNoEvidence}`)),
    ...failOrRestore(
      db,
      id,
      condition(sql`${whereProcessing(id, key)} and ${whereNoEvidence}`),
      outcome,
      now,
    ),
  ] as const
}

/**
 * Returns the batch that fails a video whose source can't be read now, but perhaps later: it keeps its files,
 * and `restartReading` continues. A video that showed another file before shows that file again.
 */
export function giveUpVideo(db: Db, video: { id: number; key: string }, outcome: Refused, now: number) {
  const { id, key } = video
  return [
    db
      .update(videos)
      .set({ status: 'failed', reason: outcome.reason })
      .where(and(whereProcessing(id, key), sql`${whereNoEvidence} and not ${whereKept(id)}`)),
    ...failVideo(db, video, outcome, now),
  ] as const
}

/**
 * Drops the source and its derived files. A video that showed another source before shows that one again, and
 * is `restored`; any other has `failed`.
 */
function failOrRestore(db: Db, videoId: number, refused: Condition, outcome: Refused, now: number) {
  const onlyIf = condition(sql`exists (select 1 from ${videos} where ${refused})`)
  return [
    markFilesForDeletion(db, videoId, now, { among: goesWithSource, onlyIf }),
    markFilesForDeletion(db, videoId, now, {
      among: ['poster', 'blurred'],
      onlyIf: allOf(onlyIf, wherePosterKept(videoId)),
    }),
    deleteRenditions(db, videoId, onlyIf),
    ...restoreReplaced(db, videoId, refused, { ...outcome, accountHold: accountHold(now), now }),
    {
      failed: db
        .update(videos)
        .set({ status: 'failed', reason: outcome.reason, sourceKey: null, ...withoutDerived })
        .where(refused)
        .returning({ id: videos.id }),
    },
  ] as const
}

/**
 * Returns the next unread file, by key, that is due: a rendition, the preview or the trailer. For a removed
 * video also its source, which is otherwise read by the job that makes a video ready.
 */
export function unreadFile(db: Db, videoId: number, after: string, now: number) {
  return db
    .select({
      key: mediaObjects.key,
      bytes: mediaObjects.bytes,
      type: sql<
        'mp4' | 'webm'
      >`iif(${mediaObjects.key} = ${videos.sourceKey}, ${videos.sourceType}, 'mp4')`.as('type'),
      readTries: mediaObjects.readTries,
    })
    .from(videos)
    .innerJoin(mediaObjects, sql`${mediaObjects.key} in (${keysOf(videoId, hashedPlaces)})`)
    .where(
      and(
        eq(videos.id, videoId),
        isNull(mediaObjects.sha256),
        gt(mediaObjects.key, after),
        whereReadingDue(now),
        sql`(${mediaObjects.key} is not ${videos.sourceKey} or ${videos.hold} = 'removed')`,
      ),
    )
    .orderBy(asc(mediaObjects.key))
    .limit(1)
}

/** Returns a row while a file of the video isn't hashed. */
export function unreadFiles(db: Db, videoId: number) {
  return db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(and(sql`${mediaObjects.key} in (${keysOf(videoId, hashedPlaces)})`, isNull(mediaObjects.sha256)))
    .limit(1)
}

/**
 * Returns videos with a rendition, preview or trailer that is due to be read, once per file, the longest due
 * first.
 */
export function videosUnread(db: Db, dueBefore: number, atMost: number) {
  return db
    .select({ id: sql<number>`${videoNaming(mediaObjects.key)}`.as('of_video') })
    .from(indexedBy(mediaObjects, 'media_objects_derived_due'))
    .where(and(whereDerivedUnread, lte(readDue, dueBefore), sql`of_video is not null`))
    .orderBy(readDue)
    .limit(atMost)
}

/** Holds while an object that the video names is unread. */
export function whereUnread(videoId: number, key: string): Condition {
  return condition(sql`exists (select 1 from media_objects m where m.key = ${key} and m.sha256 is null
    and m.key in (${keysOf(videoId, hashedPlaces)}))`)
}

/**
 * Returns videos still waiting whose source is due to be read, the longest due first: the message was lost,
 * or its job failed or died. A video that only waits for its poster isn't among them.
 */
export function waitingVideos(db: Db, dueBefore: number, atMost: number) {
  return db
    .select({ id: videos.id })
    .from(videos)
    .innerJoin(mediaObjects, eq(mediaObjects.key, videos.sourceKey))
    .where(
      and(
        eq(videos.status, 'processing'),
        or(isNotNull(videos.posterKey), isNull(mediaObjects.sha256)),
        lte(readDue, dueBefore),
      ),
    )
    .orderBy(readDue)
    .limit(atMost)
}
