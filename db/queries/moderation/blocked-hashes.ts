import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { removalHashes } from '../../schema'
import { systemReporter } from '../videos/holds'
import { hashedPlaces, keysOf, videoNaming } from '../videos/video-files'
import type { FileHashes } from './screening'

/** SHA-256 of no data: the samples hash of every unparsable file, which says nothing about it. */
const hashOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const whereHash = condition(sql`hash.value is not null and hash.value <> ${hashOfNothing}`)

/** Blocks the known hashes of a removed video's files while the removal is in force. */
export function blockFilesOf(db: Db, videoId: number, now: number, onlyIf = always) {
  return insertFrom(
    db,
    removalHashes,
    { sha256: sql`hash.value`, removalId: sql`r.id`, createdAt: now },
    sql`from removals r, media_objects m, json_each(json_array(m.sha256, m.samples_sha256)) hash
      where r.video_id = ${videoId} and r.restored_at is null
        and m.key in (${keysOf(videoId, hashedPlaces)}) and ${whereHash} and ${onlyIf}`,
  ).onConflictDoNothing()
}

/** Holds while a quarantined file of another video equals one in either hash. */
export function whereInQuarantine(
  videoId: number,
  hashes: Pick<FileHashes, 'sha256' | 'samplesSha256'>,
): Condition {
  return condition(sql`exists (select 1 from json_each(json_array(${hashes.sha256}, ${hashes.samplesSha256})) hash,
      media_objects equal, videos v
    where ${whereHash} and (equal.sha256 = hash.value or equal.samples_sha256 = hash.value)
      and v.id = ${videoNaming(sql`equal.key`)} and v.id <> ${videoId} and v.hold = 'quarantine')`)
}

interface Removed {
  id: number
  videoId: number
  copyOf: number | null
  removedAt: number
}

/** Holds for a video `v` without a report by the system since the removal or in an open case. */
function whereUnreported(removedAt: number): Condition {
  return condition(sql`not exists (select 1 from reports r where r.video_id = v.id and r.reporter_key = ${systemReporter}
    and (r.status = 'open' or r.created_at >= ${removedAt}))`)
}

/** Returns, in SQL, files equal to one of a video's in either hash, as `equal`. */
function equalFiles(videoId: number): { from: SQL; where: Condition } {
  return {
    from: sql`media_objects m, json_each(json_array(m.sha256, m.samples_sha256)) hash, media_objects equal`,
    where: condition(sql`m.key in (${keysOf(videoId, hashedPlaces)}) and ${whereHash}
      and (equal.sha256 = hash.value or equal.samples_sha256 = hash.value)`),
  }
}

/**
 * Returns videos whose source equals a file of a removed one, except those restored on their own appeal.
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
      sql`${where} and v.source_key = equal.key and v.id <> ${videoId} and v.hold is not 'removed'
        and not exists (select 1 from removals r where r.owner_id = v.user_id and r.video_id = v.id
          and r.copy_of in (${id}, ${copyOf}) and r.restored_at is not null)
        and ${unreported ? whereUnreported(removedAt) : always}`,
    )
    .limit(atMost)
}

/**
 * Returns videos with a rendition or preview equal to a file of a removed one, that the system hasn't
 * reported.
 */
export function likenessesOf(db: Db, { videoId, removedAt }: Removed, atMost: number) {
  const { from, where } = equalFiles(videoId)
  return db
    .selectDistinct({ id: sql<number>`v.id`.as('like_id') })
    .from(sql`${from}, videos v`)
    .where(
      sql`${where} and equal.kind in ('rung', 'preview') and v.id = ${videoNaming(sql`equal.key`)}
        and v.id <> ${videoId} and v.hold is not 'removed' and ${whereUnreported(removedAt)}`,
    )
    .limit(atMost)
}
