import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { type FilePlace, filePlaces, mediaObjects, revocations, videoFiles, videos } from '../../schema'

/** The files that a reviewer looks at: all but captions and replaced files. */
export const reviewedPlaces = filePlaces.filter(
  (place) => !['caption', 'approved-caption', 'replaced'].includes(place),
)

/** The source and its derived files, which mean nothing without it. */
export const goesWithSource = ['source', 'rendition', 'storyboard', 'preview', 'trailer'] as const

/**
 * Moving pictures, which are hashed and can be blocked. Posters, storyboards and captions aren't, since
 * anyone can trivially make another file of the same picture.
 */
export const hashedPlaces = ['source', 'rendition', 'preview', 'trailer'] as const

/** Returns, in SQL, the objects that videos name in these places, each once. `videoIds` are the IDs, in SQL. */
function filesOf(videoIds: SQL, among: readonly FilePlace[]): SQL {
  const places = sql.raw(among.map((place) => `'${place}'`).join(', '))
  return sql`select distinct file.object_key, file.video_id from ${videoFiles} file
    where file.video_id in (${videoIds}) and file.place in (${places})`
}

/** Returns, in SQL, the keys of these objects. */
function keysOfAll(videoIds: SQL, among: readonly FilePlace[]): SQL {
  return sql`select object_key from (${filesOf(videoIds, among)})`
}

/** Returns, in SQL, the keys of the objects that a video names in these places. */
export function keysOf(videoId: number, among: readonly FilePlace[]): SQL {
  return keysOfAll(sql`${videoId}`, among)
}

/** The keys, in SQL, of the files that a reviewer looks at, for the statement's current row of `videos`. */
export const reviewedFilesInHand = keysOfAll(sql.raw('"videos"."id"'), reviewedPlaces)

/** Returns, in SQL, the ID of the video that names an object; null for none. */
export function videoNaming(key: typeof mediaObjects.key | SQL): SQL {
  return sql`(select file.video_id from ${videoFiles} file where file.object_key = ${key} limit 1)`
}

/** Returns the hold on the video that names an object; no row if none does. */
export function holdOfObject(db: Db, key: string) {
  return db
    .select({ hold: videos.hold })
    .from(videos)
    .where(sql`${videos.id} = ${videoNaming(sql`${key}`)}`)
}

/**
 * Marks objects that no video names any more as pending deletion; in the batch after the change that dropped
 * them.
 */
export function markUnreferencedForDeletion(db: Db, keys: string[], now: number) {
  return db
    .update(mediaObjects)
    .set({ pendingDeletionSince: now })
    .where(sql`${inArray(mediaObjects.key, keys)} and ${videoNaming(mediaObjects.key)} is null`)
}

/** A selection of a video's files, under a condition of the batch; all files and no condition by default. */
export interface Selection {
  among?: readonly FilePlace[]
  onlyIf?: Condition
}

/**
 * Marks the objects that a video names at that moment as pending deletion, including any attached since it
 * was read; in the batch before the rows drop them.
 */
export function markFilesForDeletion(db: Db, videoId: number, now: number, selection: Selection = {}) {
  return markFilesOfAllForDeletion(db, sql`${videoId}`, now, selection)
}

/** Does what markFilesForDeletion does for many videos, whose IDs are given in SQL. */
export function markFilesOfAllForDeletion(db: Db, videoIds: SQL, now: number, selection: Selection = {}) {
  const { among = filePlaces, onlyIf = always } = selection
  return db
    .update(mediaObjects)
    .set({ pendingDeletionSince: now })
    .where(sql`${mediaObjects.key} in (${keysOfAll(videoIds, among)}) and ${onlyIf}`)
}

/**
 * Revokes all URLs of the files signed so far; in the batch before the revision is raised or the row is
 * deleted.
 */
export function revokeFilesOf(db: Db, videoId: number, now: number, selection: Selection = {}) {
  return revokeFilesOfAll(db, sql`${videoId}`, now, selection)
}

/** Allows a video's URLs to be signed again; in the batch that revokes those signed so far. */
export function raiseRevision(db: Db, videoId: number) {
  return db
    .update(videos)
    .set({ revision: sql`${videos.revision} + 1` })
    .where(eq(videos.id, videoId))
}

/**
 * Does what revokeFilesOf does for many videos, whose IDs are given in SQL; in the batch before their
 * revisions are raised.
 */
export function revokeFilesOfAll(db: Db, videoIds: SQL, now: number, selection: Selection = {}) {
  const { among = filePlaces, onlyIf = always } = selection
  return insertFrom(
    db,
    revocations,
    { kind: 'object', target: sql`file.object_key`, below: sql`v.revision + 1`, at: now },
    sql`from (${filesOf(videoIds, among)}) file join videos v on v.id = file.video_id where ${onlyIf}`,
  )
}
