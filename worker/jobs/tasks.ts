import { type SQLWrapper, sql } from 'drizzle-orm'
import { escalationHours } from '#contract/values/moderation/safety'
import { day } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import { accountToDelete } from '#db/queries/leaving/delete-account'
import { endedBans } from '#db/queries/moderation/bans'
import { lookThroughState } from '#db/queries/moderation/card-rules'
import { requestsToRemindOf } from '#db/queries/moderation/removal-clock'
import { dueClaims } from '#db/queries/payments/claims'
import { dueOrders } from '#db/queries/payments/orders'
import { dueWebhooks } from '#db/queries/payments/webhooks'
import { dueMail } from '#db/queries/shared/mail'
import { pendingObjects } from '#db/queries/shared/objects'
import { deleteIdleSessions } from '#db/queries/shared/operations'
import { openIssue } from '#db/queries/site/newsletter'
import { whereNoScanRuns } from '#db/queries/site/storage'
import { categoriesToReindex } from '#db/queries/videos/categories'
import { videosWithCommentsLeft } from '#db/queries/videos/comments'
import { dueAnnouncements } from '#db/queries/videos/library/feed'
import { videosToIndex } from '#db/queries/videos/search/words'
import { tagsLeft } from '#db/queries/videos/tag-admin'
import { videosToPublish } from '#db/queries/videos/visibility'
import type { ServiceContext } from '../services/context'
import {
  deleteDueAccounts,
  deleteReleasedByCases,
  settleVideosLeft,
} from '../services/leaving/account-deletion'
import { holdVideosLeft, liftEndedBans } from '../services/moderation/bans'
import { lookThrough } from '../services/moderation/card-rules'
import { remindOfRequests } from '../services/moderation/removal-requests'
import { remindOfReports } from '../services/moderation/reports'
import {
  hashProcessing,
  hashSomeDerived,
  requeueDerived,
  requeueProcessing,
  sourcesDue,
} from '../services/moderation/screening'
import { pruneRemoved } from '../services/moderation/takedown'
import { checkDueClaims } from '../services/payments/claims'
import { refold } from '../services/payments/entitlements'
import { forgetSoldVideos, sweepOrders } from '../services/payments/orders'
import { catchUp, reconcile, sweepWebhooks } from '../services/payments/settlement'
import { remindOfEndingTerms } from '../services/payments/subscription'
import { pruneAudit } from '../services/shared/audit'
import { countMembers, countPlays, foldDays, viewToCount } from '../services/shared/daily-stats'
import { sliceMinutes } from '../services/shared/id-slices'
import { sendDueMail } from '../services/shared/mail'
import { prunePending } from '../services/shared/objects'
import { copySettings } from '../services/shared/settings'
import { watchHealth } from '../services/site/health'
import { queueNews } from '../services/site/newsletter'
import { digestsDue, pruneNotices, queueDigests } from '../services/site/notices'
import { resumeScan } from '../services/site/storage-admin'
import { continueAbandonedImports, importsLeft, pruneImports } from '../services/uploads/imports'
import { pruneStaleUploads, pruneUsedUploads, staleUpload } from '../services/uploads/transfer'
import { finishPendingCategories, reindexRenamed } from '../services/videos/categories'
import { pruneComments, settleComments } from '../services/videos/comments'
import { announceOpen, pruneFeeds } from '../services/videos/feed'
import { pruneReplaced, pruneTrash, publishDue, refreshOffer } from '../services/videos/publishing'
import { forgetWords, indexVideos } from '../services/videos/search'
import { finishRetagging } from '../services/videos/tags'
import { refreshPopularity, refreshTrending } from '../services/videos/views'
import { pruneHistory } from '../services/videos/watch-history'
import { pruneExpired } from './prune'

export type Run = (ctx: ServiceContext) => Promise<unknown>

export interface Task {
  /** Does a bounded batch, and leaves the rest to the next turn. Safe to run twice, even at once. */
  run: Run
  /** Minutes between two turns, counted from midnight; 1 by default. */
  every?: number
  /** Query that finds a row while there is work. It reads along an index, since it runs every minute. */
  work?: (ctx: ServiceContext) => SQLWrapper
  /** Work that cron does itself when the queue doesn't, for tasks that can't wait until it is back. */
  rescue?: Run
}

/**
 * Tasks that cron does itself, in this order, one after the other: they are light, can't wait for a queue, or
 * watch it. The database has one thread, and an invocation six connections.
 */
export const ownTasks = {
  // First, since someone waits for a link.
  mail: { run: sendDueMail, work: ({ db, now }) => dueMail(db, now, 1) },
  'publish-due': { run: publishDue, work: ({ now }) => videosToPublish(now, 1) },
  'removal-clock': {
    run: remindOfRequests,
    work: ({ db, now }) => requestsToRemindOf(db, now, escalationHours, 1),
  },
  'bans-ended': { run: liftEndedBans, work: ({ db, now }) => endedBans(db, now, 1) },
  'copy-settings': { run: copySettings },
  'count-plays': { run: countPlays, work: viewToCount },
  'count-members': { run: countMembers, every: 60 },
  news: { run: queueNews, work: ({ db }) => openIssue(db) },
  digests: { run: queueDigests, work: digestsDue },
  'watch-health': { run: watchHealth, every: 10 },
} satisfies Record<string, Task>

/** Tasks that cron asks the queue for, which runs, repeats and gives up each of them separately. */
export const queuedTasks = {
  'payment-inbox': {
    run: sweepWebhooks,
    work: ({ db, now }) => dueWebhooks(db, now, 1),
    rescue: sweepWebhooks,
  },
  'payment-orders': {
    run: sweepOrders,
    every: 5,
    work: ({ db, now }) => dueOrders(db, now, 1),
    rescue: sweepOrders,
  },
  'payment-claims': {
    run: checkDueClaims,
    work: ({ db, now }) => dueClaims(db, now, 1),
    rescue: checkDueClaims,
  },
  'requeue-processing': { run: requeueProcessing, work: sourcesDue, rescue: hashProcessing },
  'requeue-derived': { run: requeueDerived, every: 10, rescue: hashSomeDerived },
  announce: { run: announceOpen, work: ({ db, now }) => dueAnnouncements(db, now, 1) },
  'stale-uploads': { run: pruneStaleUploads, work: staleUpload },
  'prune-replaced': { run: pruneReplaced, every: 10 },
  'prune-objects': { run: prunePending, work: ({ db }) => pendingObjects(db, 1) },
  'delete-categories': { run: finishPendingCategories, every: 10 },
  retag: { run: finishRetagging, work: ({ now }) => tagsLeft(now, 1) },
  imports: { run: continueAbandonedImports, work: importsLeft },
  'sold-videos': { run: forgetSoldVideos, every: 60 },
  refold: { run: refold, every: sliceMinutes },
  reconcile: { run: reconcile, every: 24 * 60 },
  'books-behind': { run: catchUp, every: 120 },
  'report-clock': { run: remindOfReports, every: 60 },
  'term-reminders': { run: remindOfEndingTerms, every: 60 },
  'prune-trash': { run: pruneTrash, every: 10 },
  'prune-removed': { run: pruneRemoved, every: 60 },
  'fold-days': { run: foldDays, every: sliceMinutes },
  offer: { run: refreshOffer, every: 10 },
  'storage-scan': {
    run: resumeScan,
    every: 5,
    work: () => sql`(select 1 where not ${whereNoScanRuns()})`,
  },
  'prune-expired': { run: pruneExpired, every: 10 },
  'prune-audit': { run: pruneAudit, every: 24 * 60 },
  'prune-uploads': { run: pruneUsedUploads, every: sliceMinutes },
  'prune-imports': { run: pruneImports, every: 60 },
  'prune-sessions': { run: pruneSessions, every: 60 },
  'bans-left': { run: holdVideosLeft, every: 10 },
  'card-rules': { run: lookThrough, work: ({ db }) => lookThroughState(db) },
  'leavers-videos': { run: settleVideosLeft, every: 10 },
  'delete-accounts': { run: deleteDueAccounts, work: ({ db, now }) => accountToDelete(db, now) },
  'delete-released': { run: deleteReleasedByCases, every: 60 },
  popularity: { run: refreshPopularity, every: 10 },
  'reindex-categories': { run: reindexRenamed, work: ({ db }) => categoriesToReindex(db) },
  'index-videos': { run: indexVideos, work: ({ db }) => videosToIndex(db, 1) },
  'forget-words': { run: forgetWords, every: 10 },
  trending: { run: refreshTrending, every: 10 },
  'prune-comments': { run: pruneComments, work: ({ db }) => videosWithCommentsLeft(db, 1) },
  'comments-away': { run: settleComments, every: 10 },
  'prune-feeds': { run: pruneFeeds, every: 10 },
  'prune-notices': { run: pruneNotices, every: 60 },
  'prune-history': { run: pruneHistory, every: sliceMinutes },
} satisfies Record<string, Task>

/** A task that the queue is asked for. */
export type TaskName = keyof typeof queuedTasks

/** How long a session may be idle. */
const sessionIdleMs = 30 * day

async function pruneSessions({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteIdleSessions(db, now - sessionIdleMs, atMost))
}
