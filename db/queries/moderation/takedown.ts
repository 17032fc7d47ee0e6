import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { type ReportReason, unlawfulReasons } from '#contract/values/moderation/reasons'
import { preservedMs } from '#contract/values/moderation/safety'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { removals, videos } from '../../schema'
import { holdOfAccount } from '../shared/account-hold'
import { filledIn, insertMails } from '../shared/mail'
import { insertNotices, type NewNotice } from '../shared/notices'
import { whereHeldByCase, whereNoEvidence, whereReasonAmong, whereReasonGrave } from '../videos/holds'
import { whereFilesApproved } from '../videos/publishing/approved-texts'
import { trashedAgain } from '../videos/publishing/trash'

/**
 * Returns, in SQL, the hold of a released video: none, its owner's deletion, or the hold on its uploader's
 * whole account, looked up here. The previous hold isn't restored: if this look-up doesn't find it, it ended
 * after it was replaced.
 */
export function holdLeft(now: number): SQL {
  return sql`case when ${videos.trashedAt} is not null then 'trash'
    else (select ${holdOfAccount('u', now)} from users u where u.id = ${videos.userId}) end`
}

export function whereQuarantinable(videoId: number): Condition {
  return condition(sql`exists (select 1 from videos where id = ${videoId} and ${whereNoEvidence})`)
}

/**
 * Holds for a video that is open to everyone or by this key, or would be without its quarantine, its removal or
 * its owner's deletion.
 */
export function whereMeantForOthers(videoId: number, key: string | null): Condition {
  return condition(sql`exists (select 1 from videos where id = ${videoId} and status = 'ready'
    and review = 'approved' and (is_public = 1 or unlisted_key = ${key}) and (hold is null or hold = 'trash' or not ${whereNoEvidence}))`)
}

/**
 * Holds if staff dismissed a grave case about the video's present file; for an account, only if one of its
 * own reports was among those dismissed.
 */
export function whereCleared(videoId: number, userId: number | null): Condition {
  const own = sql`exists (select 1 from reports where video_id = ${videoId} and reporter_id = ${userId}
    and status = 'dismissed' and ${whereReasonGrave})`
  return condition(sql`(exists (select 1 from videos where id = ${videoId} and cleared_key = source_key)
    and ${userId === null ? always : own})`)
}

/** Holds if a person has approved the video's present files. */
export function whereApproved(videoId: number): Condition {
  return condition(sql`exists (select 1 from videos where id = ${videoId} and ${whereFilesApproved})`)
}

/** Returns how many approved videos strangers may have hidden in an hour: 2 % of the public ones, but `atLeast`. */
export function hiddenAnHourAtMost(atLeast: number): SQL {
  return sql`(select max(${atLeast}, coalesce(sum(video_count), 0) / 50) from categories)`
}

/** Records that staff found no grave fault with the present file. */
export function clearFile(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ clearedKey: sql`${videos.sourceKey}` })
    .where(and(eq(videos.id, videoId), onlyIf))
}

export function holdInQuarantine(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ hold: 'quarantine', revision: sql`${videos.revision} + 1` })
    .where(and(eq(videos.id, videoId), whereNoEvidence, onlyIf))
    .returning({ id: videos.id })
}

function whereReleasable(videoId: number): Condition {
  return condition(
    sql`(${videos.id} = ${videoId} and ${videos.hold} = 'quarantine' and not ${whereHeldByCase(videoId)})`,
  )
}

export function releaseFromQuarantine(db: Db, videoId: number, now: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ hold: holdLeft(now), trashedAt: trashedAgain(now) })
    .where(and(whereReleasable(videoId), onlyIf))
    .returning({ id: videos.id })
}

/** Videos that a statement releases, for the audit entries before it in the batch. */
export interface LetGo {
  videoId: SQL
  /** The hold of each video before and after, as JSON. */
  details: SQL
  /** A select without its columns, from `from` on. */
  rows: SQL
}

export function letGo(which: Condition, holdThen: SQL): LetGo {
  return {
    videoId: sql`${videos.id}`,
    details: sql`json_object('before', json_object('hold', ${videos.hold}), 'after', json_object('hold', ${holdThen}))`,
    rows: sql`from ${videos} where ${which}`,
  }
}

export function releasedFromQuarantine(videoId: number, now: number, onlyIf: Condition): LetGo {
  return letGo(condition(sql`${whereReleasable(videoId)} and ${onlyIf}`), holdLeft(now))
}

/** Holds while the video exists and isn't removed. */
export function whereRemovable(videoId: number): Condition {
  return condition(sql`exists (select 1 from videos where id = ${videoId} and hold is not 'removed')`)
}

/** Comes first in a batch that removes: returns a row while the video isn't removed. */
export function removableVideo(db: Db, videoId: number) {
  return db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.id, videoId), sql`hold is not 'removed'`))
}

/** Holds once this administrator has removed the video at this time. */
export function whereRemovedBy(videoId: number, removedBy: number, at: number): Condition {
  return condition(sql`exists (select 1 from removals where video_id = ${videoId} and restored_at is null
    and removed_at = ${at} and removed_by = ${removedBy})`)
}

/** Returns an audit entry's details in SQL, as JSON: the hold before the act, and the result. */
export function holdBefore(videoId: number, after: Record<string, unknown>): SQL {
  return sql`(select json_object('before', json_object('hold', hold), 'after', json(${JSON.stringify(after)}))
    from videos where id = ${videoId})`
}

/** Returns an audit entry's details in SQL, as JSON: the video that it is about. */
export function nameOf(videoId: number): SQL {
  return sql`(select json_object('videoId', id, 'title', title, 'ownerId', user_id) from videos where id = ${videoId})`
}

interface NewRemoval {
  videoId: number
  reason: ReportReason
  statement: string
  copyOf: number | null
  removedBy: number | null
  removedAt: number
}

/**
 * Returns, in SQL, how long the files are kept, in milliseconds: the longest time for the reason and the open
 * cases.
 */
function keptFor(videoId: number, reason: ReportReason): SQL {
  const unlawful = whereReasonAmong(unlawfulReasons)
  const long = Math.max(...unlawfulReasons.map(preservedMs))
  return sql`case when exists (select 1 from reports where video_id = ${videoId} and status = 'open' and ${unlawful})
      or exists (select 1 from removal_requests where video_id = ${videoId} and status = 'open' and ${unlawful})
    then ${long} else ${preservedMs(reason)} end`
}

/**
 * Extends the retention of a removed video and its copies, if another removal decision requires a longer one.
 */
export function keepForLonger(db: Db, videoId: number, reason: ReportReason, now: number, onlyIf: Condition) {
  const root = sql`(select coalesce(copy_of, id) from removals where video_id = ${videoId} and restored_at is null)`
  return db
    .update(removals)
    .set({ preserveUntil: sql`max(${removals.preserveUntil}, ${now} + ${keptFor(videoId, reason)})` })
    .where(
      and(
        or(sql`${removals.id} = ${root}`, sql`${removals.copyOf} = ${root}`),
        sql`restored_at is null and files_deleted_at is null`,
        onlyIf,
      ),
    )
}

export function insertRemoval(db: Db, removal: NewRemoval, onlyIf: Condition) {
  const { videoId, reason } = removal
  return insertFrom(
    db,
    removals,
    {
      ...removal,
      videoTitle: sql`v.title`,
      ownerId: sql`v.user_id`,
      preserveUntil: sql`${removal.removedAt} + ${keptFor(videoId, reason)}`,
    },
    sql`from videos v where v.id = ${videoId} and ${onlyIf}`,
  )
}

export function holdRemoved(db: Db, videoId: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ hold: 'removed', revision: sql`${videos.revision} + 1` })
    .where(and(eq(videos.id, videoId), sql`hold is not 'removed'`, onlyIf))
    .returning({ id: videos.id })
}

/** An email to uploaders of removed videos, with placeholders for their name, the removal's ID and the video's title. */
export interface UploaderEmail {
  subject: string
  body: string
}

export function mailOwners(
  db: Db,
  dedupeKey: SQL,
  { subject, body }: UploaderEmail,
  now: number,
  which: Condition,
) {
  const emailText = filledIn(body, { name: sql`u.username`, number: sql`r.id`, title: sql`r.video_title` })
  return insertMails(
    db,
    { dedupeKey, recipient: sql`u.email`, subject, body: emailText },
    now,
    sql`from removals r join users u on u.id = r.owner_id where r.restored_at is null and ${which}`,
  )
}

/**
 * Emails the uploader once per removal. Only the database knows the removal's ID, assigned in the same batch.
 */
export function mailUploader(
  db: Db,
  videoId: number,
  emailText: UploaderEmail,
  now: number,
  onlyIf: Condition,
) {
  return mailOwners(
    db,
    sql`'removal:' || r.id`,
    emailText,
    now,
    condition(sql`r.video_id = ${videoId} and ${onlyIf}`),
  )
}

/** Notifies the uploader of a removal made in the same batch. */
export function notifyUploader(db: Db, videoId: number, now: number, onlyIf: Condition) {
  const which = sql`r.video_id = ${videoId} and ${onlyIf}`
  return notifyOwners(db, { kind: 'review', outcome: 'removed' }, now, which)
}

/** Notifies the uploaders of removals in force, as `r`. */
export function notifyOwners(db: Db, notice: Pick<NewNotice, 'kind' | 'outcome'>, now: number, which: SQL) {
  return insertNotices(
    db,
    {
      ...notice,
      userId: sql`r.owner_id`,
      videoId: sql`r.video_id`,
      ref: sql`cast(r.id as text)`,
    },
    now,
    sql`from removals r where r.restored_at is null and ${which}`,
  )
}

export function removalById(db: Db, id: number) {
  return db.select().from(removals).where(eq(removals.id, id))
}

export function removalInForce(db: Db, videoId: number) {
  return db
    .select()
    .from(removals)
    .where(and(eq(removals.videoId, videoId), sql`restored_at is null`))
}

/** Holds while a removal is in force. */
export function whereRemovalInForce(removalId: number): Condition {
  return condition(sql`exists (select 1 from removals where id = ${removalId} and restored_at is null)`)
}

/** Returns the newest videos removed since a time. */
export function removedSince(db: Db, since: number, atMost: number) {
  const newest = db
    .select({ videoId: removals.videoId, removedAt: removals.removedAt })
    .from(removals)
    .orderBy(desc(removals.id))
    .limit(atMost)
    .as('newest')
  return db.select({ id: newest.videoId }).from(newest).where(gte(newest.removedAt, since))
}
