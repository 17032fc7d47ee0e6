import { batchNamed } from '#db/batch-named'
import {
  deleteCommentBlocksOf,
  deleteCommentLikesOf,
  deleteFeedOf,
  deleteFollowersOf,
  deleteFollowsOf,
  deleteHistoryOf,
  deleteLikesOf,
  deleteListItemsOf,
  deleteListsOf,
  deleteMailsOf,
  deleteNoticesOf,
  deleteSavedOf,
  deleteStatisticsOf,
  deleteSubscriberOf,
  deleteViewsOf,
} from '#db/queries/leaving/delete-account'
import {
  closeCommentReports,
  deleteIdentity,
  deleteWaysInto,
  keepIdentity,
  leaveTombstone,
  redactCasesOf,
  redactPaymentsOf,
  reportsOfCommentsBy,
  unlinkCommentReportsOf,
  unlinkReportsOf,
  whereNoTombstone,
} from '#db/queries/leaving/tombstone'
import { commentsOf, deleteCommentsOf } from '#db/queries/videos/comments'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { deleteObjectsOf, deleteTransfersOf, deleteVideosOf } from './delete-media'
import { commentGoneMail } from './mail'

/** Does one batch of work on an account. Returns whether it is finished. */
type Batch = (ctx: ServiceContext, userId: number) => Promise<boolean>

export interface DeletionStep {
  name: string
  runBatch: Batch
}

const rowsAtOnce = 500

/** Makes a batch of one statement: the step is finished when it finds fewer rows than its limit. */
function rows(
  change: (db: ServiceContext['db'], userId: number, atMost: number) => PromiseLike<D1Result>,
): Batch {
  return async ({ db }, userId) => (await change(db, userId, rowsAtOnce)).meta.changes < rowsAtOnce
}

/** Steps that can be repeated while a case still keeps something of the account. */
const mediaSteps: DeletionStep[] = [
  { name: 'videos', runBatch: deleteVideosOf },
  { name: 'transfers', runBatch: deleteTransfersOf },
  { name: 'objects', runBatch: deleteObjectsOf },
  {
    name: 'cases',
    runBatch: async ({ db }, userId) => {
      const changed = await db.batch(redactCasesOf(db, userId, rowsAtOnce))
      return changed.every(({ meta }) => meta.changes < rowsAtOnce)
    },
  },
]

/**
 * Each step is finished before the next. Steps find their work in the database, so an interrupted run
 * resumes. The account's row goes last, since it marks unfinished work.
 */
export const deletionSteps: DeletionStep[] = [
  ...mediaSteps,
  {
    name: 'likes',
    runBatch: async ({ db }, userId) => {
      const { taken } = await batchNamed(db, deleteLikesOf(db, userId, rowsAtOnce))
      return taken.meta.changes < rowsAtOnce
    },
  },
  { name: 'saved', runBatch: rows(deleteSavedOf) },
  { name: 'list items', runBatch: rows(deleteListItemsOf) },
  { name: 'lists', runBatch: rows(deleteListsOf) },
  { name: 'history', runBatch: rows(deleteHistoryOf) },
  { name: 'follows', runBatch: rows(deleteFollowsOf) },
  { name: 'followers', runBatch: rows(deleteFollowersOf) },
  { name: 'feed', runBatch: rows(deleteFeedOf) },
  {
    name: 'reports of comments',
    runBatch: async (ctx, userId) => {
      const { db, now } = ctx
      const reports = await reportsOfCommentsBy(db, userId, rowsAtOnce)
      if (reports.length > 0) await db.batch(closeCommentReports(db, reports, commentGoneMail(ctx), now))
      return reports.length < rowsAtOnce
    },
  },
  {
    name: 'comments',
    runBatch: async ({ db }, userId) => {
      const ids = (await commentsOf(db, userId, rowsAtOnce)).map(({ id }) => id)
      if (ids.length > 0) await db.batch(deleteCommentsOf(db, userId, ids))
      return ids.length < rowsAtOnce
    },
  },
  { name: 'comment likes', runBatch: rows(deleteCommentLikesOf) },
  { name: 'comment blocks', runBatch: rows(deleteCommentBlocksOf) },
  { name: 'comment reports', runBatch: rows(unlinkCommentReportsOf) },
  {
    name: 'views',
    runBatch: async ({ db, now }, userId) => {
      await db.batch([deleteViewsOf(db, userId, now), deleteStatisticsOf(db, userId)])
      return true
    },
  },
  { name: 'reports', runBatch: rows(unlinkReportsOf) },
  { name: 'mails', runBatch: rows(deleteMailsOf) },
  {
    name: 'ways in',
    runBatch: async ({ db }, userId) => {
      await db.batch([...deleteWaysInto(db, userId), deleteSubscriberOf(db, userId)])
      return true
    },
  },
  {
    name: 'payments',
    runBatch: async ({ db }, userId) => {
      await db.batch(redactPaymentsOf(db, userId))
      return true
    },
  },
  // After every step that writes or withdraws notifications.
  {
    name: 'notices',
    runBatch: async ({ db }, userId) => {
      const deleted = await db.batch(deleteNoticesOf(db, userId, rowsAtOnce))
      return deleted.every(({ meta }) => meta.changes < rowsAtOnce)
    },
  },
  {
    name: 'account',
    runBatch: async (ctx, userId) => {
      const { db, now } = ctx
      const act = { action: 'user.delete', subject: 'user', subjectId: userId }
      await db.batch([
        keepIdentity(db, userId, now),
        audit(ctx, act, whereNoTombstone(userId)),
        // Emails queued for it since then.
        deleteMailsOf(db, userId, rowsAtOnce),
        ...leaveTombstone(db, userId),
      ])
      return true
    },
  },
]

/** The work that one run may do. */
export interface Budget {
  batches: number
}

/** Erases an account as far as the budget allows. Returns whether it is finished. */
export async function deleteAccount(ctx: ServiceContext, userId: number, budget: Budget): Promise<boolean> {
  return runBatches(ctx, userId, deletionSteps, budget)
}

/** Erases the parts of an erased account that a case has released, then the record of its owner. */
export async function deleteReleased(ctx: ServiceContext, userId: number, budget: Budget): Promise<boolean> {
  if (!(await runBatches(ctx, userId, mediaSteps, budget))) return false
  await deleteIdentity(ctx.db, userId)
  return true
}

async function runBatches(
  ctx: ServiceContext,
  userId: number,
  steps: readonly DeletionStep[],
  budget: Budget,
): Promise<boolean> {
  for (const { runBatch } of steps) {
    let isOver = false
    while (!isOver) {
      if (budget.batches <= 0) return false
      budget.batches -= 1
      isOver = await runBatch(ctx, userId)
    }
  }
  return true
}
