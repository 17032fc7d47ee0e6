import { and, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { removalHashes, removals, videos } from '../../schema'
import { filledIn, insertMails } from '../shared/mail'
import { insertNotices } from '../shared/notices'
import { whereHeldByCase, whereReasonGrave } from '../videos/holds'
import { trashedAgain } from '../videos/publishing/trash'
import { holdLeft, type LetGo, letGo, mailOwners, notifyOwners, type UploaderEmail } from './takedown'

// Reverses a removal, together with the removals of its copies.

/** Returns, in SQL, the IDs of the removal and of its copies' removals, as far as they are in force. */
function sameCase(removalId: number): SQL {
  return sql`(select id from removals where (id = ${removalId} or copy_of = ${removalId}) and restored_at is null)`
}

/** Holds while a removal is in force and its files exist. */
export function whereRestorable(removalId: number): Condition {
  return condition(
    sql`exists (select 1 from removals where id = ${removalId} and restored_at is null and files_deleted_at is null)`,
  )
}

/** Lifts the hold of each video in the case separately, since one may have an open grave case of its own. */
export function liftHoldOfCase(db: Db, removalId: number, now: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ hold: holdAfterCase(now), clearedKey: keyAfterCase(removalId), trashedAt: trashedAgain(now) })
    .where(and(whereOfCase(removalId), onlyIf))
    .returning({ id: videos.id })
}

export function liftedWithCase(removalId: number, now: number, onlyIf: Condition): LetGo {
  return letGo(condition(sql`${whereOfCase(removalId)} and ${onlyIf}`), holdAfterCase(now))
}

function holdAfterCase(now: number): SQL {
  return sql`case when ${whereHeldByCase(sql`${videos.id}`)} then 'quarantine' else ${holdLeft(now)} end`
}

/**
 * Returns, in SQL, the key of the file that staff found no grave fault with: the removed file, if a grave
 * fault was the reason.
 */
function keyAfterCase(removalId: number): SQL {
  return sql`case when exists (select 1 from removals where id = ${removalId} and ${whereReasonGrave})
    then ${videos.sourceKey} else ${videos.clearedKey} end`
}

function whereOfCase(removalId: number): Condition {
  return condition(sql`(${videos.id} in (select video_id from removals where id in ${sameCase(removalId)})
    and ${videos.hold} = 'removed')`)
}

/** Holds while a video of the case has another open grave case, on which the reversal doesn't decide. */
export function whereCaseHeld(removalId: number): Condition {
  return condition(sql`exists (select 1 from removals r where r.id in ${sameCase(removalId)} and r.files_deleted_at is null
    and ${whereHeldByCase(sql.raw('r.video_id'))})`)
}

/** Unblocks the case's files; hashes that another removal blocks stay blocked. */
export function unblockFilesOfCase(db: Db, removalId: number, onlyIf: Condition) {
  return db
    .delete(removalHashes)
    .where(sql`${removalHashes.removalId} in ${sameCase(removalId)} and ${onlyIf}`)
}

/** Notifies the uploaders of copies, as `mailOwnersOfCopies` emails them. */
export function notifyOwnersOfCopies(db: Db, removalId: number, now: number, onlyIf: Condition) {
  const which = sql`r.copy_of = ${removalId} and r.files_deleted_at is null and ${onlyIf}`
  return notifyOwners(db, { kind: 'review', outcome: 'restored' }, now, which)
}

/** Notifies the recipients of `mailRequesters` who have an account with that address. */
export function notifyRequesters(db: Db, removalId: number, now: number, onlyIf: Condition) {
  return insertNotices(
    db,
    {
      userId: sql`u.id`,
      kind: 'claim',
      outcome: 'reversed',
      videoId: sql`r.video_id`,
      ref: sql`q.token`,
    },
    now,
    sql`from removals r join removal_requests q on q.video_id = r.video_id and q.decided_at >= r.removed_at
      join users u on u.email_canonical = lower(q.email) and u.email_verified_at is not null
      where r.id in ${sameCase(removalId)} and r.files_deleted_at is null and q.status = 'removed' and ${onlyIf}`,
  )
}

/** Emails the uploaders of copies, who receive no decision on an appeal. */
export function mailOwnersOfCopies(
  db: Db,
  removalId: number,
  email: UploaderEmail,
  now: number,
  onlyIf: Condition,
) {
  const which = condition(sql`r.copy_of = ${removalId} and r.files_deleted_at is null and ${onlyIf}`)
  return mailOwners(db, sql`'removal:' || r.id || ':restored'`, email, now, which)
}

/**
 * Emails everyone whose request was granted since a video of the case was removed; copies have their own
 * requesters. The placeholder for a number takes the request's token.
 */
export function mailRequesters(
  db: Db,
  removalId: number,
  { subject, body }: { subject: string; body: string },
  now: number,
  onlyIf: Condition,
) {
  const dedupeKey = sql`${`removal:${removalId}:taken-back:`} || q.token`
  const email = filledIn(body, { name: sql`null`, number: sql`q.token` })
  return insertMails(
    db,
    { dedupeKey, recipient: sql`q.email`, subject, body: email, toComplainant: true },
    now,
    sql`from removals r join removal_requests q on q.video_id = r.video_id and q.decided_at >= r.removed_at
      where r.id in ${sameCase(removalId)} and r.files_deleted_at is null and q.status = 'removed' and ${onlyIf}`,
  )
}

/**
 * Marks the removals of a case as reversed. Grants open appeals against copies too, since these are restored
 * as well.
 */
export function markCaseRestored(
  db: Db,
  removalId: number,
  { now, restoredBy, note }: { now: number; restoredBy: number | null; note: string },
  onlyIf: Condition,
) {
  const answered = (value: SQL, otherwise: AnySQLiteColumn) =>
    sql`case when ${removals.appealStatus} = 'open' then ${value} else ${otherwise} end`
  return db
    .update(removals)
    .set({
      restoredAt: now,
      appealStatus: answered(sql`'upheld'`, removals.appealStatus),
      appealDecidedBy: answered(sql`${restoredBy}`, removals.appealDecidedBy),
      appealDecidedAt: answered(sql`${now}`, removals.appealDecidedAt),
      appealNote: answered(sql`${note}`, removals.appealNote),
    })
    .where(sql`${removals.id} in ${sameCase(removalId)} and files_deleted_at is null and ${onlyIf}`)
    .returning({ id: removals.id, videoId: removals.videoId })
}
