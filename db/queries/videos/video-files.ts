import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { mediaObjects, revocations, videos } from '../../schema'

/**
 * Every column in which a video names R2 objects. Hiding, holding, replacing and deleting all go by this
 * list, so that a new kind of file is never forgotten.
 */
const places = {
  source: { table: 'videos', key: 'source_key' },
  poster: { table: 'videos', key: 'poster_key' },
  blurred: { table: 'videos', key: 'blurred_key' },
  preview: { table: 'videos', key: 'preview_key' },
  trailer: { table: 'videos', key: 'trailer_key' },
  storyboard: { table: 'videos', key: 'storyboard_key' },
  renditions: { table: 'renditions', key: 'object_key' },
  captions: { table: 'captions', key: 'object_key' },
  approvedCaptions: { table: 'approved_captions', key: 'object_key' },
  replaced: { table: 'replaced_files', key: 'object_key' },
} as const

/** The column of each table that identifies the video. */
const tables = {
  ...{ videos: 'id', renditions: 'video_id', captions: 'video_id' },
  ...{ approved_captions: 'video_id', replaced_files: 'video_id' },
} as const

export type FilePlace = keyof typeof places

export const everyPlace = Object.keys(places) as FilePlace[]

/** What a reviewer looks at: all but texts, and files that were replaced. */
export const reviewedPlaces = everyPlace.filter(
  (place) => !['captions', 'approved_captions', 'replaced_files'].includes(places[place].table),
)

/** Returns, in SQL, the keys of what a reviewer looks at, for the row of `videos` that the statement is at. */
export const reviewedFilesInHand = sql.raw(
  [...Map.groupBy(reviewedPlaces, (place) => places[place].table)]
    .map(([table, of]) => {
      const keys = of.map((place) => places[place].key)
      return table === 'videos'
        ? `select value as object_key from json_each(json_array(${keys.map((key) => `"videos"."${key}"`).join(', ')}))
            where value is not null`
        : `select ${keys} as object_key from ${table} where ${table}.${tables[table]} = "videos"."id"`
    })
    .join(' union all '),
)

/** The source and its derived files, which mean nothing without it. */
export const goesWithSource = ['source', 'renditions', 'storyboard', 'preview', 'trailer'] as const

/**
 * Moving pictures, which are hashed and can be blocked. Posters, storyboards and captions aren't, since
 * whoever sends one again can trivially make another file.
 */
export const hashedPlaces = ['source', 'renditions', 'preview', 'trailer'] as const

/**
 * Returns the objects that videos name in these places, each once, though a CMAF source is a rendition too.
 * `videoIds` are the IDs, in SQL. One select per table: D1 joins five at most.
 */
function filesOf(videoIds: SQL, among: readonly FilePlace[]): SQL {
  const byTable = Map.groupBy(among, (place) => places[place].table)
  const selects = [...byTable].map(([table, of]) => {
    const keys = sql.raw(of.map((place) => places[place].key).join(', '))
    const video = sql.raw(`${table}.${tables[table]}`)
    return sql`select ${video} as video_id, named.value as object_key
      from ${sql.raw(table)}, json_each(json_array(${keys})) named
      where ${video} in (${videoIds}) and named.value is not null`
  })
  return sql.join(selects, sql` union `)
}

/** Returns, in SQL, the keys of the objects that a video names in these places. */
export function keysOf(videoId: number, among: readonly FilePlace[]): SQL {
  return sql`select object_key from (${filesOf(sql`${videoId}`, among)})`
}

/** Returns, in SQL, the ID of the video that names an object; null for none. */
export function videoNaming(key: typeof mediaObjects.key | SQL): SQL {
  const selects = everyPlace.map((place) => {
    const { table, key: column } = places[place]
    return sql`(select ${sql.raw(tables[table])} from ${sql.raw(table)} where ${sql.raw(column)} = ${key})`
  })
  return sql`coalesce(${sql.join(selects, sql`, `)})`
}

/** Returns the hold on the video that names an object; no row when none does. */
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
 * Marks the objects that a video names at that moment as pending deletion, whatever was attached since it was
 * read; in the batch before the rows drop them.
 */
export function markFilesForDeletion(db: Db, videoId: number, now: number, selection: Selection = {}) {
  return markFilesOfAllForDeletion(db, sql`${videoId}`, now, selection)
}

/** Does what markFilesForDeletion does for many videos, whose IDs are given in SQL. */
export function markFilesOfAllForDeletion(db: Db, videoIds: SQL, now: number, selection: Selection = {}) {
  const { among = everyPlace, onlyIf = always } = selection
  return db
    .update(mediaObjects)
    .set({ pendingDeletionSince: now })
    .where(sql`${mediaObjects.key} in (select object_key from (${filesOf(videoIds, among)})) and ${onlyIf}`)
}

/**
 * Revokes all URLs of the files signed so far; in the batch before the revision is raised or the row is
 * deleted.
 */
export function revokeFilesOf(db: Db, videoId: number, now: number, selection: Selection = {}) {
  return revokeFilesOfAll(db, sql`${videoId}`, now, selection)
}

/** Lets a video's addresses be signed anew, in the batch that revokes those signed so far. */
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
  const { among = everyPlace, onlyIf = always } = selection
  return insertFrom(
    db,
    revocations,
    { kind: 'object', target: sql`file.object_key`, below: sql`v.revision + 1`, at: now },
    sql`from (${filesOf(videoIds, among)}) file join videos v on v.id = file.video_id where ${onlyIf}`,
  )
}
