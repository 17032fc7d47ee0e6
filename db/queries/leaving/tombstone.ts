import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import {
  accountNotes,
  accountWarnings,
  challenges,
  claims,
  commentReports,
  comments,
  deletedAccounts,
  emailChanges,
  factorResets,
  mailTokens,
  ownerCounts,
  ownerStorage,
  passkeys,
  payOrders,
  premiumGifts,
  profiles,
  recoveryCodes,
  removalRequests,
  removals,
  reports,
  sessions,
  subscriptions,
  totpSecrets,
  users,
} from '../../schema'
import { whereLeaving } from '../shared/account-standing'
import { filledIn, insertMails, leavesOf, nowhere, whereMailWanted } from '../shared/mail'
import { insertNotices } from '../shared/notices'
import { whereKept } from './delete-account'

// The remains of an erased account, which no longer identify its owner.

/** Replaces the title of a deleted video in cases. */
export const deletedTitle = 'Erased'

/** Unlinks the account's reports: their text stays with the case, but their author is removed. */
export function unlinkReportsOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select id from reports where reporter_id = ${userId} limit ${atMost})`
  return db
    .update(reports)
    .set({ reporterId: null, reporterKey: sql`'deleted:' || ${reports.id}`, email: null })
    .where(sql`${reports.id} in ${some}`)
}

/** Returns reports of the account's comments, including comments without text. */
export function reportsOfCommentsBy(db: Db, userId: number, atMost: number) {
  return db
    .select({ id: commentReports.id, commentId: commentReports.commentId })
    .from(commentReports)
    .where(eq(commentReports.ownerId, userId))
    .orderBy(commentReports.id)
    .limit(atMost)
}

/**
 * Deletes reports of comments, which repeat the comments' text, and the places of comments that were kept
 * only for a report. Tells everyone who awaits a decision that the comment is gone. One batch.
 */
export function closeCommentReports(
  db: Db,
  reports: readonly { id: number; commentId: number }[],
  { subject, body }: { subject: string; body: string },
  now: number,
) {
  const some = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`
  const these = some(reports.map(({ id }) => id))
  const waiting = sql`from comment_reports r left join users u on u.id = r.reporter_id
    where r.id in ${these} and r.status = 'open' and (u.id is null or not ${whereLeaving('u')})`
  const recipient = sql`coalesce(u.email, r.email)`
  return [
    insertMails(
      db,
      {
        dedupeKey: sql`'comment-report:' || r.id || ':decided'`,
        subject,
        recipient,
        toComplainant: true,
        leaves: leavesOf('report', sql`u.id`),
        body: filledIn(body, { name: sql`u.username`, number: sql`r.id` }),
      },
      now,
      sql`${waiting} and ${recipient} is not null and (u.id is null or ${whereMailWanted('u', 'report')})`,
    ),
    insertNotices(
      db,
      { userId: sql`u.id`, kind: 'report', outcome: 'comment-gone' },
      now,
      sql`${waiting} and u.id is not null`,
    ),
    db.delete(commentReports).where(sql`${commentReports.id} in ${these}`),
    db.delete(comments).where(sql`${comments.id} in ${some(reports.map(({ commentId }) => commentId))}
      and state = 'deleted' and open_reports = 0
      and not exists (select 1 from comments reply where reply.parent_id = "comments"."id")`),
  ] as const
}

/** Unlinks the account's reports of comments in the same way. */
export function unlinkCommentReportsOf(db: Db, userId: number, atMost: number) {
  const some = sql`(select id from comment_reports where reporter_id = ${userId} limit ${atMost})`
  return db
    .update(commentReports)
    .set({ reporterId: null, reporterKey: sql`'deleted:' || ${commentReports.id}` })
    .where(sql`${commentReports.id} in ${some}`)
}

/** Redacts the account's titles and appeals in cases about its deleted videos. One batch. */
export function redactCasesOf(db: Db, userId: number, atMost: number) {
  const gone = sql`not exists (select 1 from videos v where v.id = c.video_id)`
  const some = (table: string, written: Condition) =>
    sql`(select c.id from ${sql.raw(table)} c where c.owner_id = ${userId} and ${written} and ${gone} limit ${atMost})`
  const titled = condition(sql`c.video_title <> ${deletedTitle}`)
  // A video's real title may have been that very word.
  const written = condition(sql`(${titled} or c.appeal_text <> ${deletedTitle})`)
  return [
    db
      .update(reports)
      .set({ videoTitle: deletedTitle })
      .where(sql`${reports.id} in ${some('reports', titled)}`),
    db
      .update(removalRequests)
      .set({ videoTitle: deletedTitle })
      .where(sql`${removalRequests.id} in ${some('removal_requests', titled)}`),
    db
      .update(removals)
      .set({
        videoTitle: deletedTitle,
        appealText: sql`case when ${removals.appealText} is not null then ${deletedTitle} end`,
      })
      .where(sql`${removals.id} in ${some('removals', written)}`),
  ] as const
}

/** Ends removals of videos deleted despite an open case: nothing is left to keep. */
export function endRemovalsAmong(db: Db, which: SQL, now: number) {
  return db
    .update(removals)
    .set({ filesDeletedAt: now })
    .where(sql`${removals.videoId} in (${which}) and files_deleted_at is null and restored_at is null`)
}

/**
 * Deletes all credentials and sessions of the account, staff's warnings and notes about it, and its profile.
 * One batch.
 */
export function deleteWaysInto(db: Db, userId: number) {
  return [
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(mailTokens).where(eq(mailTokens.userId, userId)),
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
    db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.delete(passkeys).where(eq(passkeys.userId, userId)),
    db.delete(challenges).where(eq(challenges.userId, userId)),
    db.delete(factorResets).where(eq(factorResets.userId, userId)),
    db.delete(accountWarnings).where(eq(accountWarnings.userId, userId)),
    db.delete(accountNotes).where(eq(accountNotes.userId, userId)),
    db.delete(profiles).where(eq(profiles.userId, userId)),
  ] as const
}

/** Anonymises orders and claims, which keep plan, time and amount. One batch. */
export function redactPaymentsOf(db: Db, userId: number) {
  return [
    db
      .update(payOrders)
      .set({ lastError: null, soldVideoId: null })
      .where(
        and(
          eq(payOrders.userId, userId),
          or(isNotNull(payOrders.lastError), isNotNull(payOrders.soldVideoId)),
        ),
      ),
    db
      .update(claims)
      .set({ finding: '', reviewNote: null, soldVideoId: null })
      .where(eq(claims.userId, userId)),
    db.update(premiumGifts).set({ reason: '', revokeReason: null }).where(eq(premiumGifts.userId, userId)),
    db.delete(subscriptions).where(eq(subscriptions.userId, userId)),
  ] as const
}

/** Holds while only the account's own row is left to anonymise. */
export function whereNoTombstone(userId: number): Condition {
  return condition(
    sql`exists (select 1 from users where id = ${userId} and deleting_at is not null and delete_at is not null)`,
  )
}

/** Records the owner's identity while a case keeps a video; in the batch before leaveTombstone. */
export function keepIdentity(db: Db, userId: number, now: number) {
  return insertFrom(
    db,
    deletedAccounts,
    {
      userId: sql`id`,
      username: sql`username`,
      email: sql`email`,
      emailVerifiedAt: sql`email_verified_at`,
      deletedAt: now,
    },
    sql`from users
      where ${whereNoTombstone(userId)} and id = ${userId} and exists (select 1 from videos where user_id = ${userId})`,
  ).onConflictDoNothing()
}

/**
 * Anonymises the account's row, which stays because other rows refer to it. Its name and address become free
 * again.
 */
export function leaveTombstone(db: Db, userId: number) {
  const name = `deleted-${userId}`
  // Contains a colon, which no username or address at sign-up can.
  const unique = `deleted:${userId}`
  const email = `${name}@${nowhere}`
  return [
    db.delete(ownerCounts).where(eq(ownerCounts.userId, userId)),
    db.delete(ownerStorage).where(eq(ownerStorage.userId, userId)),
    db
      .update(users)
      .set({
        username: name,
        usernameCanonical: unique,
        usernameSkeleton: unique,
        email,
        emailCanonical: unique,
        emailVerifiedAt: null,
        passwordHash: '',
        isAdmin: false,
        staff: null,
        banReason: null,
        banUntil: null,
        mutedMails: [],
        savesHistory: false,
        mutedNotices: [],
        digestKinds: [],
        digestedAt: null,
        noticesReadAt: 0,
        trustedAt: null,
        quotaBytes: null,
        publishesPerDay: null,
        openUploads: null,
        deleteAt: null,
        tokenVersion: sql`${users.tokenVersion} + 1`,
      })
      .where(sql`${users.id} = ${userId} and ${whereNoTombstone(userId)}`),
  ] as const
}

/** Returns erased accounts whose identity no case needs any more, or ever did. */
export function accountsLetGo(db: Db, now: number, atMost: number) {
  const erasable = sql`exists (select 1 from videos v join users u on u.id = v.user_id
    where v.user_id = ${deletedAccounts.userId} and not ${whereKept(now)})`
  const none = sql`not exists (select 1 from videos v where v.user_id = ${deletedAccounts.userId})`
  return db
    .select({ id: deletedAccounts.userId })
    .from(deletedAccounts)
    .where(sql`(${erasable} or ${none})`)
    .limit(atMost)
}

/** Deletes the recorded identity, once no video is kept. */
export function deleteIdentity(db: Db, userId: number) {
  return db
    .delete(deletedAccounts)
    .where(
      and(
        eq(deletedAccounts.userId, userId),
        sql`not exists (select 1 from videos v where v.user_id = ${userId})`,
      ),
    )
}
