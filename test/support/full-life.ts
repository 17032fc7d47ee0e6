import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { dayOf } from '#contract/values/shared/time'
import {
  accountNotes,
  accountWarnings,
  approvedCaptions,
  approvedTexts,
  auditLog,
  challenges,
  claims,
  commentBlocks,
  commentLikes,
  commentReports,
  comments,
  emailChanges,
  factorResets,
  feedItems,
  follows,
  giftCodeBatches,
  giftCodeEvents,
  giftCodes,
  giftEvents,
  imports,
  legalAcceptances,
  likes,
  listItems,
  lists,
  mailOutbox,
  mailTokens,
  newsletterSubscribers,
  notices,
  ownerDays,
  passkeys,
  payOrders,
  premiumGifts,
  profiles,
  recoveryCodes,
  removalRequests,
  removals,
  reports,
  savedVideos,
  sessions,
  totpSecrets,
  uploadParts,
  uploads,
  users,
  videoCurves,
  videoDays,
  videos,
  viewsSeen,
  watchHistory,
} from '#db/schema'
import { randomId } from '#worker/storage/keys'
import { type Person, start } from './accounts/leaving'
import { day, makeTerm, makeUpload, makeUser, makeVideo, testDb } from './factories'
import { addLadder } from './videos/ladder'
import { fillWithVideos } from './videos/many-videos'
import { makeTagged } from './videos/tags'

const db = testDb()

/** Inserts many videos into the worker's own store. */
export function makeVideosWithTraces(userId: number, count: number, bytesEach = 300): Promise<string[]> {
  return fillWithVideos({ db, media: env.MEDIA }, userId, count, { bytesEach, createdAt: start })
}

/**
 * Gives an account one of everything that it may have besides videos, about another account's video. Each
 * text that it may write contains its name, so that no column can keep one unnoticed.
 */
export async function liveFully(person: Person): Promise<{ keys: string[]; other: number }> {
  const userId = person.id
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new Error('There is no such account')
  const stranger = await makeVideo((await makeUser()).id)
  const { username } = person
  const former = `former-${username}@example.com`
  const full = await makeTagged(userId, ['holiday'], {
    title: `By ${username}`,
    description: username,
    reason: username,
  })
  const gone = { videoId: 0, videoTitle: `Gone, by ${username}`, ownerId: userId, createdAt: start }
  const ladder = await addLadder(full)
  const done = await makeUpload(userId)
  const avatar = await makeUpload(userId, 'avatar', { status: 'used' })
  const given = await env.MEDIA.createMultipartUpload(`m/${userId}-failed`)
  const failed = await makeUpload(userId, 'image', {
    status: 'failed',
    objectKey: given.key,
    r2UploadId: given.uploadId,
  })
  const opened = await env.MEDIA.createMultipartUpload(`m/${userId}-open`)
  await opened.uploadPart(1, new Uint8Array(100))
  const about = { userId, createdAt: start }
  await makeTerm(userId, start + 20 * day)
  await db.update(users).set({ emailVerifiedAt: start }).where(eq(users.id, userId))
  const soon = start + day
  const [giftId, codeId] = [randomId(), randomId()]
  // In another range, since comments between them get their own IDs.
  const commentId = 10 * userId + 90_000_000
  const [replyId, emptiedId] = [commentId + 1, commentId + 5]
  await db.batch([
    db.insert(uploads).values({
      id: `open-${userId}`,
      kind: 'video',
      objectKey: opened.key,
      r2UploadId: opened.uploadId,
      size: 100,
      ...about,
      contentType: 'video/mp4',
      fileName: `${username}-holiday.mp4`,
      fingerprint: username,
      partSize: 100,
      touchedAt: start,
    }),
    db.insert(imports).values({
      ...about,
      id: `import-${userId}`,
      url: `https://example.org/${username}.mp4`,
      touchedAt: start,
    }),
    db.insert(uploadParts).values({ uploadId: `open-${userId}`, number: 1, etag: 'e', sha256: 's' }),
    db.insert(likes).values({ ...about, videoId: stranger.id }),
    db.update(videos).set({ likes: 1 }).where(eq(videos.id, stranger.id)),
    db.insert(savedVideos).values({ userId, videoId: stranger.id, savedAt: start, place: 1 }),
    db.insert(lists).values({
      id: userId,
      userId,
      name: `List of ${username}`,
      nameFolded: `list of ${username}`,
      createdAt: start,
      updatedAt: start,
    }),
    db.insert(listItems).values({ listId: userId, videoId: stranger.id, addedAt: start, place: 1 }),
    db.insert(watchHistory).values({ userId, videoId: stranger.id, position: 3, watchedAt: start }),
    db.insert(follows).values({ followerId: userId, userId: stranger.userId, followedAt: start }),
    db.insert(follows).values({ followerId: stranger.userId, userId, followedAt: start }),
    db.insert(comments).values([
      { ...about, videoId: stranger.id, body: `I am ${username}.`, state: 'shown', id: commentId },
      {
        videoId: stranger.id,
        userId: stranger.userId,
        parentId: commentId,
        createdAt: start,
        body: 'Hello',
        state: 'shown',
        id: replyId,
      },
      { videoId: full.id, userId: stranger.userId, createdAt: start, body: 'Nice', state: 'shown' },
      // The empty place of a comment that the account deleted, kept because of a reply.
      { videoId: stranger.id, userId: 0, createdAt: start, body: '', state: 'deleted', id: emptiedId },
      {
        videoId: stranger.id,
        userId: stranger.userId,
        parentId: emptiedId,
        createdAt: start,
        body: 'Why?',
        state: 'shown',
      },
    ]),
    db.insert(commentLikes).values({ userId, commentId: replyId, createdAt: start }),
    db.insert(commentBlocks).values([
      { ownerId: userId, userId: stranger.userId, blockedAt: start },
      { ownerId: stranger.userId, userId, blockedAt: start },
    ]),
    db.insert(commentReports).values([
      {
        commentId: emptiedId,
        reporterId: stranger.userId,
        ownerId: userId,
        body: `By ${username}`,
        reporterKey: `user:${stranger.userId}`,
        reason: 'other',
        status: 'dismissed',
        createdAt: start,
      },
      {
        commentId: replyId,
        reporterId: userId,
        ownerId: stranger.userId,
        body: 'Hello',
        reporterKey: `user:${userId}`,
        reason: 'other',
        status: 'dismissed',
        createdAt: start,
      },
      {
        commentId,
        reporterId: stranger.userId,
        ownerId: userId,
        body: username,
        reporterKey: `user:${stranger.userId}`,
        reason: 'other',
        createdAt: start,
      },
    ]),
    db.insert(feedItems).values([
      { ...about, videoId: stranger.id, uploaderId: stranger.userId },
      { userId: stranger.userId, createdAt: start, videoId: full.id, uploaderId: userId },
    ]),
    db.insert(notices).values([
      { userId, kind: 'reply', videoId: stranger.id, commentId: 1, actorId: stranger.userId, at: start },
      { userId: stranger.userId, kind: 'comment', videoId: stranger.id, actorId: userId, at: start },
      { userId: stranger.userId, kind: 'review', outcome: 'approved', videoId: full.id, at: start },
    ]),
    db
      .update(users)
      .set({ mutedNotices: ['claim'], digestKinds: ['video'], digestedAt: start })
      .where(eq(users.id, userId)),
    db.insert(profiles).values({
      userId,
      about: `I am ${username}.`,
      updatedAt: start,
      avatarKey: avatar.objectKey,
      avatarType: 'png',
      avatarBytes: avatar.bytes.length,
    }),
    db.insert(ownerDays).values({ userId, day: dayOf(start), views: 1 }),
    db.insert(videoDays).values({ videoId: full.id, day: dayOf(start), country: 'FR', views: 1 }),
    db.insert(videoCurves).values({ videoId: full.id, day: dayOf(start), reports: 1 }),
    db.insert(approvedTexts).values({
      videoId: full.id,
      title: `As approved, by ${username}`,
      description: username,
      approvedAt: start,
    }),
    db.insert(approvedCaptions).values({
      videoId: full.id,
      language: 'en',
      objectKey: `approved-${userId}`,
      bytes: 1,
    }),
    db
      .insert(accountNotes)
      .values({ userId, text: `Wrote to ${username}.`, authorId: stranger.userId, at: start }),
    db.insert(accountWarnings).values({ userId, text: username, warnedBy: stranger.userId, at: start }),
    db.insert(factorResets).values({
      userId,
      requestedBy: stranger.userId,
      reason: username,
      requestedAt: start,
      expiresAt: soon,
    }),
    db.insert(premiumGifts).values({
      id: giftId,
      userId,
      days: 5,
      reason: username,
      givenBy: stranger.userId,
      at: start,
    }),
    // Without this entry, the trigger would refuse the gift.
    db.insert(auditLog).values({
      at: start,
      actorId: stranger.userId,
      action: 'user.gift',
      subject: 'user',
      subjectId: String(userId),
      requestId: randomId(),
      details: JSON.stringify({ gift: giftId }),
    }),
    db.insert(giftEvents).values({ userId, seq: 900, kind: 'grant', giftId, days: 5, at: start }),
    db.insert(giftCodeBatches).values({
      id: codeId,
      name: codeId,
      note: '',
      days: 5,
      codes: 1,
      madeBy: stranger.userId,
      at: start,
    }),
    db.insert(giftCodes).values({ hash: codeId, batchId: codeId }),
    db.insert(auditLog).values({
      at: start,
      actorId: stranger.userId,
      action: 'gift-codes.make',
      subject: 'gift-codes',
      subjectId: codeId,
      requestId: randomId(),
    }),
    db.update(giftCodes).set({ redeemedBy: userId, redeemedAt: start }).where(eq(giftCodes.hash, codeId)),
    db.insert(giftCodeEvents).values({ userId, seq: 901, hash: codeId, days: 5, at: start }),
    db.insert(viewsSeen).values({ videoId: stranger.id, viewer: `u:${userId}`, at: start }),
    db.insert(reports).values({
      code: randomId(),
      videoId: stranger.id,
      videoTitle: stranger.title,
      ownerId: stranger.userId,
      reporterId: userId,
      reporterKey: `user:${userId}`,
      email: row.email,
      reason: 'other',
      details: 'Something is wrong.',
      status: 'dismissed',
      createdAt: start,
    }),
    db.insert(reports).values({
      ...gone,
      code: randomId(),
      reporterKey: 'a stranger',
      reason: 'other',
      status: 'dismissed',
    }),
    db.insert(removalRequests).values({
      ...gone,
      token: randomId(),
      url: 'https://example.org',
      reason: 'copyright',
      relation: 'depicted',
      name: 'Ada',
      email: 'ada@example.org',
      statement: 'Mine.',
      signature: 'Ada',
      status: 'removed',
      dueAt: start,
    }),
    db.insert(removals).values({
      videoId: -userId,
      videoTitle: 'Erased',
      ownerId: userId,
      reason: 'other',
      statement: 'Why.',
      removedAt: start,
      preserveUntil: start,
      filesDeletedAt: start,
      appealText: `It was mine, says ${username}.`,
      appealedAt: start,
      appealStatus: 'rejected',
    }),
    ...[row.email, former].map((recipient, index) =>
      db.insert(mailOutbox).values({
        dedupeKey: `hello:${userId}:${index}`,
        recipient,
        subject: 'Hello',
        body: `Hello ${username}`,
        createdAt: start,
        sentAt: start,
        lastError: `550 <${recipient}>`,
        userId,
      }),
    ),
    db.insert(sessions).values({
      ...about,
      id: `session-${userId}`,
      tokenVersion: 0,
      seenAt: start,
      device: username,
      country: 'FR',
    }),
    db
      .insert(mailTokens)
      .values({ ...about, hash: `hash-${userId}`, kind: 'verify', email: row.email, expiresAt: soon }),
    db.insert(emailChanges).values({
      userId,
      email: `new-${username}@x.org`,
      emailCanonical: `new-${username}@x.org`,
      expiresAt: soon,
    }),
    db.insert(totpSecrets).values({ ...about, secret: 'secret' }),
    db.insert(recoveryCodes).values({ userId, hash: 'hash' }),
    db.insert(passkeys).values({
      ...about,
      id: `passkey-${userId}`,
      publicKey: 'key',
      counter: 0,
      transports: [],
      name: `Phone of ${username}`,
    }),
    db
      .insert(challenges)
      .values({ userId, id: `challenge-${userId}`, kind: 'second-factor', expiresAt: soon }),
    db.insert(newsletterSubscribers).values({
      email: row.email,
      emailCanonical: row.emailCanonical,
      requestedAt: start,
      confirmedAt: start,
    }),
    db.insert(auditLog).values({
      at: start,
      actorId: userId,
      action: 'video.update',
      subject: 'video',
      subjectId: String(full.id),
      requestId: randomId(),
    }),
    db.insert(legalAcceptances).values({ userId, slug: 'terms', version: 1, acceptedAt: start }),
    db.insert(payOrders).values({
      id: `order-${userId}`,
      provider: 'paypal',
      plan: 'monthly',
      currency: 'USD',
      amountMinor: 1499,
      ...about,
      periodDays: 30,
      status: 'paid',
      termsVersion: 1,
      consentAt: start,
      lastError: row.email,
      expiresAt: start,
    }),
    db.insert(claims).values({
      ...about,
      id: `claim-${userId}`,
      method: 'upi',
      kind: 'reference',
      ref: `ref-${userId}`,
      plan: 'monthly',
      status: 'rejected',
      finding: username,
      reviewNote: `${person.username} asked`,
      termsVersion: 1,
      consentAt: start,
      decidedAt: start,
    }),
  ])
  const keys = [full.sourceKey, full.posterKey, ...Object.values(ladder).map(({ objectKey }) => objectKey)]
  return {
    keys: [...keys.filter((key) => key !== null), done.objectKey, failed.objectKey, avatar.objectKey],
    other: stranger.id,
  }
}
