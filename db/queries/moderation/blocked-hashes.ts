import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { removalHashes, removals, users } from '../../schema'
import { systemReporter } from '../videos/holds'
import { hashedPlaces, keysOf, videoNaming } from '../videos/video-files'
import type { Likeness } from './screening'

const whereHash = sql.raw('hash.value is not null')

/** Each branch uses an index of its own. */
const equalsHash = condition(sql.raw('(equal.sha256 = hash.value or equal.picture_sha256 = hash.value)'))

/** Blocks the known hashes of a removed video's files while the removal is in force. */
export function blockFilesOf(db: Db, videoId: number, now: number, onlyIf = always) {
  return insertFrom(
    db,
    removalHashes,
    { sha256: sql`hash.value`, removalId: sql`r.id`, createdAt: now },
    sql`from removals r, media_objects m, json_each(json_array(m.sha256, m.picture_sha256)) hash
      where r.video_id = ${videoId} and r.restored_at is null
        and m.key in (${keysOf(videoId, hashedPlaces)}) and ${whereHash} and ${onlyIf}`,
  ).onConflictDoNothing()
}

/** Holds while a file of another video in quarantine has one of these hashes. */
export function whereInQuarantine(videoId: number, hashes: Likeness): Condition {
  return condition(sql`exists (select 1 from json_each(json_array(${hashes.sha256}, ${hashes.pictureSha256})) hash,
      media_objects equal, videos v
    where ${whereHash} and ${equalsHash}
      and v.id = ${videoNaming(sql`equal.key`)} and v.id <> ${videoId} and v.hold = 'quarantine')`)
}

interface Removed {
  id: number
  videoId: number
  copyOf: number | null
  removedAt: number
}

/**
 * Holds for a video `v` that the system hasn't reported since the removal, and that has no open report by the
 * system.
 */
function whereUnreported(removedAt: number): Condition {
  return condition(sql`not exists (select 1 from reports r where r.video_id = v.id and r.reporter_key = ${systemReporter}
    and (r.status = 'open' or r.created_at >= ${removedAt}))`)
}

/** Holds for a video `v` whose source equals a file of another video. */
const whereCopy = (videoId: number) =>
  condition(sql`v.id = ${videoNaming(sql`equal.key`)} and v.source_key = equal.key and v.id <> ${videoId}
    and v.hold is not 'removed'`)

/** Holds for a video `v` with a rendition, preview or trailer that equals a file of another video. */
const whereLikeness = (videoId: number) =>
  condition(sql`equal.kind in ('rendition', 'preview', 'trailer') and v.id = ${videoNaming(sql`equal.key`)}
    and v.id <> ${videoId} and v.hold is not 'removed'`)

/** Returns, in SQL, the files that share a hash with one of a video's files, as `equal`. */
function equalFiles(videoId: number): { from: SQL; where: Condition } {
  return {
    from: sql`media_objects m, json_each(json_array(m.sha256, m.picture_sha256)) hash, media_objects equal`,
    where: condition(sql`m.key in (${keysOf(videoId, hashedPlaces)}) and ${whereHash}
      and ${equalsHash}`),
  }
}

/**
 * Returns videos whose source equals a file of a removed video, except those restored on their own appeal.
 * `unreported` leaves out videos that the system has reported.
 */
export function copiesOf(
  db: Db,
  { id, videoId, copyOf, removedAt }: Removed,
  { atMost, unreported }: { atMost: number; unreported: boolean },
) {
  const { from, where } = equalFiles(videoId)
  return db
    .selectDistinct({ id: sql<number>`v.id`.as('copy_id') })
    .from(sql`${from}, videos v`)
    .where(
      sql`${where} and ${whereCopy(videoId)}
        and not exists (select 1 from removals r where r.owner_id = v.user_id and r.video_id = v.id
          and r.copy_of in (${id}, ${copyOf}) and r.restored_at is not null)
        and ${unreported ? whereUnreported(removedAt) : always}`,
    )
    .limit(atMost)
}

/**
 * Returns videos with a rendition, preview or trailer equal to a file of a removed video, unless the system
 * has reported them.
 */
export function likenessesOf(db: Db, { videoId, removedAt }: Removed, atMost: number) {
  const { from, where } = equalFiles(videoId)
  return db
    .selectDistinct({ id: sql<number>`v.id`.as('like_id') })
    .from(sql`${from}, videos v`)
    .where(sql`${where} and ${whereLikeness(videoId)} and ${whereUnreported(removedAt)}`)
    .limit(atMost)
}

const named = {
  id: sql<number>`v.id`.as('other_id'),
  title: sql<string>`v.title`.as('other_title'),
  userId: sql<number>`v.user_id`.as('other_user'),
  username: sql<string>`u.username`.as('other_name'),
}

/**
 * Returns the videos that a removal would affect, before anyone has decided: copies, or other videos with an
 * equal rendition, preview or trailer. A video restored on its own appeal is among them until the removal
 * leaves it out.
 */
export function videosEqualTo(db: Db, videoId: number, kind: 'copies' | 'likenesses', atMost: number) {
  const { from, where } = equalFiles(videoId)
  const which = kind === 'copies' ? whereCopy(videoId) : whereLikeness(videoId)
  return db
    .selectDistinct(named)
    .from(sql`${from}, videos v join users u on u.id = v.user_id`)
    .where(sql`${where} and ${which}`)
    .orderBy(sql`v.id`)
    .limit(atMost)
}

/**
 * Returns the other videos of a removed video's case: the original and its copies, as far as they are
 * removed.
 */
export function videosOfSameCase(db: Db, videoId: number, atMost: number) {
  const root = sql`(select coalesce(copy_of, id) from removals where video_id = ${videoId} and restored_at is null)`
  return db
    .select({
      id: removals.videoId,
      title: removals.videoTitle,
      userId: removals.ownerId,
      username: users.username,
      isOriginal: sql<boolean>`${removals.copyOf} is null`.mapWith(Boolean).as('is_original'),
    })
    .from(removals)
    .innerJoin(users, eq(users.id, removals.ownerId))
    .where(
      sql`(${removals.id} = ${root} or ${removals.copyOf} = ${root})
        and ${removals.videoId} <> ${videoId} and ${removals.restoredAt} is null`,
    )
    .orderBy(removals.id)
    .limit(atMost)
}
