import { batchNamed } from '../../../../db/batch-named'
import {
  deleteHistoryOf,
  deleteMailsOf,
  deleteSavedOf,
  deleteSubscriberOf,
  deleteViewsOf,
  takeLikesBack,
} from '../../../../db/queries/leaving/erase'
import {
  blankCasesOf,
  blankPaymentsOf,
  bury,
  deleteWaysInto,
  forgetIdentity,
  keepIdentity,
  unlinkReportsOf,
  whereUnburied,
} from '../../../../db/queries/leaving/tombstone'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { eraseObjects, eraseTransfers, eraseVideos } from './erase-media'

/** Does one batch of work on an account. Returns whether it is finished. */
type Bite = (ctx: ServiceContext, userId: number) => Promise<boolean>

export interface EraseStep {
  name: string
  bite: Bite
}

const rowsAtOnce = 500

/** Makes a batch of one statement: the step is finished when it finds fewer rows than its limit. */
function rows(
  change: (db: ServiceContext['db'], userId: number, atMost: number) => PromiseLike<D1Result>,
): Bite {
  return async ({ db }, userId) => (await change(db, userId, rowsAtOnce)).meta.changes < rowsAtOnce
}

/** Steps that can be repeated while a case still keeps something of the account. */
const mediaSteps: EraseStep[] = [
  { name: 'videos', bite: eraseVideos },
  { name: 'transfers', bite: eraseTransfers },
  { name: 'objects', bite: eraseObjects },
  {
    name: 'cases',
    bite: async ({ db }, userId) => {
      const changed = await db.batch(blankCasesOf(db, userId, rowsAtOnce))
      return changed.every(({ meta }) => meta.changes < rowsAtOnce)
    },
  },
]

/**
 * Each step is finished before the next. Steps find their work in the database, so an interrupted run
 * resumes. The account's row goes last, since it marks unfinished work.
 */
export const eraseSteps: EraseStep[] = [
  ...mediaSteps,
  {
    name: 'likes',
    bite: async ({ db }, userId) => {
      const { taken } = await batchNamed(db, takeLikesBack(db, userId, rowsAtOnce))
      return taken.meta.changes < rowsAtOnce
    },
  },
  { name: 'saved', bite: rows(deleteSavedOf) },
  { name: 'history', bite: rows(deleteHistoryOf) },
  {
    name: 'views',
    bite: async ({ db, now }, userId) => {
      await deleteViewsOf(db, userId, now)
      return true
    },
  },
  { name: 'reports', bite: rows(unlinkReportsOf) },
  { name: 'mails', bite: rows(deleteMailsOf) },
  {
    name: 'ways in',
    bite: async ({ db }, userId) => {
      await db.batch([...deleteWaysInto(db, userId), deleteSubscriberOf(db, userId)])
      return true
    },
  },
  {
    name: 'payments',
    bite: async ({ db }, userId) => {
      await db.batch(blankPaymentsOf(db, userId))
      return true
    },
  },
  {
    name: 'account',
    bite: async (ctx, userId) => {
      const { db, now } = ctx
      const act = { action: 'user.erase', subject: 'user', subjectId: userId }
      await db.batch([
        keepIdentity(db, userId, now),
        audit(ctx, act, whereUnburied(userId)),
        // Emails queued for it since then.
        deleteMailsOf(db, userId, rowsAtOnce),
        ...bury(db, userId),
      ])
      return true
    },
  },
]

/** The work that one run may do. */
export interface Budget {
  bites: number
}

/** Erases an account as far as the budget allows. Returns whether it is finished. */
export async function eraseAccount(ctx: ServiceContext, userId: number, budget: Budget): Promise<boolean> {
  return takeBites(ctx, userId, eraseSteps, budget)
}

/** Erases what a case has released of an erased account, then the record of whose it was. */
export async function eraseLetGo(ctx: ServiceContext, userId: number, budget: Budget): Promise<boolean> {
  if (!(await takeBites(ctx, userId, mediaSteps, budget))) return false
  await forgetIdentity(ctx.db, userId)
  return true
}

async function takeBites(
  ctx: ServiceContext,
  userId: number,
  steps: readonly EraseStep[],
  budget: Budget,
): Promise<boolean> {
  for (const { bite } of steps) {
    let isOver = false
    while (!isOver) {
      if (budget.bites <= 0) return false
      budget.bites -= 1
      isOver = await bite(ctx, userId)
    }
  }
  return true
}
