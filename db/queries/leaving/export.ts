import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { newAddressSubject } from '#contract/values/accounts/account'
import { plainOf } from '#contract/values/videos/plain-fields'
import type { Db } from '../../client'
import { condition } from '../../conditions'
import {
  accountWarnings,
  captions,
  categories,
  claims,
  commentBlocks,
  commentLikes,
  commentReports,
  comments,
  emailChanges,
  entitlementEvents,
  follows,
  giftCodeEvents,
  imports,
  legalAcceptances,
  likes,
  listItems,
  lists,
  mailOutbox,
  mediaObjects,
  newsletterSubscribers,
  notices,
  passkeys,
  payments,
  payOrders,
  premiumGifts,
  profiles,
  recoveryCodes,
  removals,
  reports,
  savedVideos,
  sessions,
  subscriptions,
  totpSecrets,
  uploads,
  users,
  videos,
  watchHistory,
} from '../../schema'

// An account's data, for its owner. Reading it must not change any of it, such as the time of the last visit,
// so that a resumed download finds the same bytes.

/**
 * An unconfirmed address may be a stranger's, entered into the form by mistake. The emails to it and its
 * newsletter subscription are then none of this account's data.
 */
const whereVerified = condition(sql.raw('email_verified_at is not null'))

/** Returns the account's own row and the rows that depend on it directly: the reads of one batch. */
export function accountForExport(db: Db, userId: number) {
  return {
    own: db
      .select({
        id: users.id,
        username: users.username,
        email: users.email,
        emailVerifiedAt: users.emailVerifiedAt,
        createdAt: users.createdAt,
        isAdmin: users.isAdmin,
        staff: users.staff,
        savesHistory: users.savesHistory,
        mutedMails: users.mutedMails,
        mutedNotices: users.mutedNotices,
        digestKinds: users.digestKinds,
        digestedAt: users.digestedAt,
        trustedAt: users.trustedAt,
        quotaBytes: users.quotaBytes,
        publishesPerDay: users.publishesPerDay,
        openUploads: users.openUploads,
      })
      .from(users)
      .where(eq(users.id, userId)),
    premium: db
      .select({
        premiumUntil: subscriptions.premiumUntil,
        plan: subscriptions.plan,
        cancelled: subscriptions.cancelled,
      })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId)),
    agreedTo: db
      .select({
        slug: legalAcceptances.slug,
        version: legalAcceptances.version,
        acceptedAt: legalAcceptances.acceptedAt,
      })
      .from(legalAcceptances)
      .where(eq(legalAcceptances.userId, userId))
      .orderBy(asc(legalAcceptances.slug), asc(legalAcceptances.version)),
    totp: db
      .select({ createdAt: totpSecrets.createdAt })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))),
    codes: db
      .select({ left: sql<number>`count(*)`.as('codes_left') })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
    passkeys: db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    newsletter: db
      .select({
        requestedAt: newsletterSubscribers.requestedAt,
        confirmedAt: newsletterSubscribers.confirmedAt,
      })
      .from(newsletterSubscribers)
      .where(
        eq(
          newsletterSubscribers.emailCanonical,
          sql`(select email_canonical from users where id = ${userId} and ${whereVerified})`,
        ),
      ),
    warnings: db
      .select({
        text: accountWarnings.text,
        at: accountWarnings.at,
        acknowledgedAt: accountWarnings.acknowledgedAt,
      })
      .from(accountWarnings)
      .where(eq(accountWarnings.userId, userId))
      .orderBy(asc(accountWarnings.id)),
    profile: db
      .select({
        about: profiles.about,
        updatedAt: profiles.updatedAt,
        avatarKey: profiles.avatarKey,
        avatarType: profiles.avatarType,
        avatarBytes: profiles.avatarBytes,
        crc32: mediaObjects.crc32,
      })
      .from(profiles)
      .leftJoin(mediaObjects, eq(mediaObjects.key, profiles.avatarKey))
      .where(eq(profiles.userId, userId)),
    newEmail: db
      .select({ email: emailChanges.email, expiresAt: emailChanges.expiresAt })
      .from(emailChanges)
      .where(eq(emailChanges.userId, userId)),
  }
}

/** A page of rows: it starts after the last row of the page before. */
export interface ExportPage {
  userId: number
  after: number
  atMost: number
}

export function videosForExport(db: Db, { userId, after, atMost }: ExportPage) {
  return db
    .select({
      id: videos.id,
      ...plainOf(videos),
      title: videos.title,
      tags: videos.tags,
      category: sql<string>`${categories.name}`.as('category_name'),
      isPublic: videos.isPublic,
      unlistedKey: videos.unlistedKey,
      publishAt: videos.publishAt,
      allowComments: videos.allowComments,
      status: videos.status,
      review: videos.review,
      reason: videos.reason,
      hold: videos.hold,
      trashedAt: videos.trashedAt,
      revision: videos.revision,
      duration: videos.duration,
      width: videos.width,
      height: videos.height,
      latitude: videos.latitude,
      longitude: videos.longitude,
      createdAt: videos.createdAt,
      captions: sql<string>`(select json_group_array(language order by language) from ${captions}
        where ${captions.videoId} = ${videos.id})`.as('languages'),
      sourceKey: videos.sourceKey,
      sourceType: videos.sourceType,
      sourceBytes: videos.sourceBytes,
      crc32: mediaObjects.crc32,
    })
    .from(videos)
    .innerJoin(categories, eq(categories.id, videos.categoryId))
    .leftJoin(mediaObjects, eq(mediaObjects.key, videos.sourceKey))
    .where(and(eq(videos.userId, userId), gt(videos.id, after)))
    .orderBy(asc(videos.id))
    .limit(atMost)
}

export type ExportedVideo = Awaited<ReturnType<typeof videosForExport>>[number]

/** Lists that may be very long, each paged by the IDs of the videos in it. */
export const videoLists = {
  history: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        videoId: watchHistory.videoId,
        position: watchHistory.position,
        watchedAt: watchHistory.watchedAt,
      })
      .from(watchHistory)
      .where(and(eq(watchHistory.userId, userId), gt(watchHistory.videoId, after)))
      .orderBy(asc(watchHistory.videoId))
      .limit(atMost),
  saved: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({ videoId: savedVideos.videoId, savedAt: savedVideos.savedAt, place: savedVideos.place })
      .from(savedVideos)
      .where(and(eq(savedVideos.userId, userId), gt(savedVideos.videoId, after)))
      .orderBy(asc(savedVideos.videoId))
      .limit(atMost),
  likes: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({ videoId: likes.videoId, createdAt: likes.createdAt })
      .from(likes)
      .where(and(eq(likes.userId, userId), gt(likes.videoId, after)))
      .orderBy(asc(likes.videoId))
      .limit(atMost),
}

/** Returns the accounts that this account follows, ordered by ID. */
export function followsForExport(db: Db, { userId, after, atMost }: ExportPage) {
  return db
    .select({ userId: follows.userId, username: users.username, followedAt: follows.followedAt })
    .from(follows)
    .innerJoin(users, eq(users.id, follows.userId))
    .where(and(eq(follows.followerId, userId), gt(follows.userId, after)))
    .orderBy(asc(follows.userId))
    .limit(atMost)
}

/** Returns the account's lists, each with its entries: at most a thousand. */
export function listsForExport(db: Db, { userId, after, atMost }: ExportPage) {
  return db
    .select({
      id: lists.id,
      name: lists.name,
      linkKey: lists.linkKey,
      closedAt: lists.closedAt,
      createdAt: lists.createdAt,
      updatedAt: lists.updatedAt,
      videos:
        sql<string>`(select json_group_array(i.video_id order by i.place, i.video_id) from ${listItems} i
        where i.list_id = "lists"."id")`.as('list_videos'),
    })
    .from(lists)
    .where(and(eq(lists.userId, userId), gt(lists.id, after)))
    .orderBy(asc(lists.id))
    .limit(atMost)
}

/**
 * The account's comments, its likes and reports of comments, and the accounts that it blocked from
 * commenting.
 */
export const commentLists = {
  written: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        id: comments.id,
        videoId: comments.videoId,
        repliesTo: comments.parentId,
        body: comments.body,
        state: comments.state,
        likes: comments.likes,
        createdAt: comments.createdAt,
        editedAt: comments.editedAt,
      })
      .from(comments)
      .where(and(eq(comments.userId, userId), gt(comments.id, after)))
      .orderBy(asc(comments.id))
      .limit(atMost),
  likes: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({ commentId: commentLikes.commentId, createdAt: commentLikes.createdAt })
      .from(commentLikes)
      .where(and(eq(commentLikes.userId, userId), gt(commentLikes.commentId, after)))
      .orderBy(asc(commentLikes.commentId))
      .limit(atMost),
  blocks: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({ userId: commentBlocks.userId, username: users.username, blockedAt: commentBlocks.blockedAt })
      .from(commentBlocks)
      .innerJoin(users, eq(users.id, commentBlocks.userId))
      .where(and(eq(commentBlocks.ownerId, userId), gt(commentBlocks.userId, after)))
      .orderBy(asc(commentBlocks.userId))
      .limit(atMost),
  reports: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        id: commentReports.id,
        commentId: commentReports.commentId,
        reason: commentReports.reason,
        details: commentReports.details,
        status: commentReports.status,
        createdAt: commentReports.createdAt,
        decidedAt: commentReports.decidedAt,
      })
      .from(commentReports)
      .where(and(eq(commentReports.reporterId, userId), gt(commentReports.id, after)))
      .orderBy(asc(commentReports.id))
      .limit(atMost),
}

/** Lists kept short by limits or by time, each paged by the IDs of its own rows. */
export const ownLists = {
  reports: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        id: reports.id,
        code: reports.code,
        videoId: reports.videoId,
        reason: reports.reason,
        details: reports.details,
        seconds: reports.seconds,
        status: reports.status,
        createdAt: reports.createdAt,
        decidedAt: reports.decidedAt,
      })
      .from(reports)
      .where(and(eq(reports.reporterId, userId), gt(reports.id, after)))
      .orderBy(asc(reports.id))
      .limit(atMost),
  notices: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        id: notices.id,
        kind: notices.kind,
        outcome: notices.outcome,
        videoId: notices.videoId,
        ref: notices.ref,
        commentId: notices.commentId,
        count: notices.count,
        at: notices.at,
        readAt: notices.readAt,
      })
      .from(notices)
      // The plus makes SQLite use the index on the account, which has fewer matching rows than the table.
      .where(and(eq(notices.userId, userId), gt(sql`+${notices.id}`, after)))
      .orderBy(asc(notices.id))
      .limit(atMost),
  removals: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({
        id: removals.id,
        videoId: removals.videoId,
        videoTitle: removals.videoTitle,
        reason: removals.reason,
        statement: removals.statement,
        removedAt: removals.removedAt,
        restoredAt: removals.restoredAt,
        appealText: removals.appealText,
        appealedAt: removals.appealedAt,
        appealStatus: removals.appealStatus,
        appealNote: removals.appealNote,
      })
      .from(removals)
      .where(and(eq(removals.ownerId, userId), gt(removals.id, after)))
      .orderBy(asc(removals.id))
      .limit(atMost),
  mails: (db: Db, { userId, after, atMost }: ExportPage) =>
    db
      .select({ id: mailOutbox.id, subject: mailOutbox.subject, sentAt: mailOutbox.sentAt })
      .from(mailOutbox)
      .where(
        and(
          // A literal condition, since a parameter doesn't tell SQLite that a partial index holds the row.
          sql`user_id is not null`,
          eq(mailOutbox.userId, userId),
          sql`exists (select 1 from users where id = ${userId} and ${whereVerified}
            and (subject <> ${newAddressSubject} or email_canonical = lower(recipient)))`,
          gt(mailOutbox.id, after),
        ),
      )
      .orderBy(asc(mailOutbox.id))
      .limit(atMost),
}

/**
 * Returns the records that are read as a whole: a few rows a day at most, mostly pruned. The reads of one
 * batch.
 */
export function recordsForExport(db: Db, userId: number) {
  return {
    sessions: db
      .select({
        id: sessions.id,
        device: sessions.device,
        country: sessions.country,
        createdAt: sessions.createdAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.createdAt), asc(sessions.id)),
    uploads: db
      .select({
        kind: uploads.kind,
        fileName: uploads.fileName,
        contentType: uploads.contentType,
        size: uploads.size,
        status: uploads.status,
        videoId: uploads.videoId,
        createdAt: uploads.createdAt,
      })
      .from(uploads)
      .where(eq(uploads.userId, userId))
      .orderBy(asc(uploads.createdAt), asc(uploads.id)),
    imports: db
      .select({
        kind: imports.kind,
        url: imports.url,
        videoId: imports.videoId,
        status: imports.status,
        createdAt: imports.createdAt,
      })
      .from(imports)
      .where(eq(imports.userId, userId))
      .orderBy(asc(imports.createdAt), asc(imports.id)),
    orders: db
      .select({
        id: payOrders.id,
        provider: payOrders.provider,
        plan: payOrders.plan,
        currency: payOrders.currency,
        amountMinor: payOrders.amountMinor,
        periodDays: payOrders.periodDays,
        status: payOrders.status,
        termsVersion: payOrders.termsVersion,
        consentAt: payOrders.consentAt,
        soldVideoId: payOrders.soldVideoId,
        createdAt: payOrders.createdAt,
      })
      .from(payOrders)
      .where(eq(payOrders.userId, userId))
      .orderBy(asc(payOrders.createdAt), asc(payOrders.id)),
    payments: db
      .select({
        id: payments.id,
        orderId: payments.orderId,
        provider: payments.provider,
        providerPaymentId: payments.providerPaymentId,
        method: payments.method,
        currency: payments.currency,
        amountMinor: payments.amountMinor,
        amountAtomic: payments.amountAtomic,
        refundedMinor: payments.refundedMinor,
        status: payments.status,
        plan: payments.plan,
        createdAt: payments.providerCreatedAt,
      })
      .from(payments)
      .where(eq(payments.userId, userId))
      .orderBy(asc(payments.providerCreatedAt), asc(payments.id)),
    claims: db
      .select({
        method: claims.method,
        reference: claims.ref,
        plan: claims.plan,
        coin: claims.coin,
        bankId: claims.bankId,
        status: claims.status,
        soldVideoId: claims.soldVideoId,
        createdAt: claims.createdAt,
        decidedAt: claims.decidedAt,
      })
      .from(claims)
      .where(eq(claims.userId, userId))
      .orderBy(asc(claims.createdAt), asc(claims.id)),
    premium: db
      .select({
        kind: entitlementEvents.kind,
        paymentId: entitlementEvents.paymentId,
        days: entitlementEvents.days,
        at: entitlementEvents.at,
      })
      .from(entitlementEvents)
      .where(eq(entitlementEvents.userId, userId))
      .orderBy(asc(entitlementEvents.seq)),
    gifts: db
      .select({
        days: premiumGifts.days,
        reason: premiumGifts.reason,
        at: premiumGifts.at,
        revokedAt: premiumGifts.revokedAt,
        revokeReason: premiumGifts.revokeReason,
      })
      .from(premiumGifts)
      .where(eq(premiumGifts.userId, userId))
      .orderBy(asc(premiumGifts.at), asc(premiumGifts.id)),
    giftCodes: db
      .select({ days: giftCodeEvents.days, at: giftCodeEvents.at })
      .from(giftCodeEvents)
      .where(eq(giftCodeEvents.userId, userId))
      .orderBy(asc(giftCodeEvents.seq)),
  }
}
