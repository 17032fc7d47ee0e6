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

/** A bite of the work on one account. Answers whether nothing of it is left. */
type Bite = (ctx: ServiceContext, userId: number) => Promise<boolean>

export interface EraseStep {
  name: string
  bite: Bite
}

const rowsAtOnce = 500

/** A bite of one statement: it is over when it found less than it may take. */
function rows(
  change: (db: ServiceContext['db'], userId: number, atMost: number) => PromiseLike<D1Result>,
): Bite {
  return async ({ db }, userId) => (await change(db, userId, rowsAtOnce)).meta.changes < rowsAtOnce
}

/** What may be repeated for as long as something of the account is kept for a case. */
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
 * In this order, each to its end before the next. All of them find their work in the database, so that one that was cut off
 * anywhere goes on where it was; the account's row comes last, since it says that there is work left.
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
        // What somebody wrote to it since.
        deleteMailsOf(db, userId, rowsAtOnce),
        ...bury(db, userId),
      ])
      return true
    },
  },
]

/** How much one run may do. */
export interface Budget {
  bites: number
}

/** Erases an account as far as the budget goes; answers whether it is done. */
export async function eraseAccount(ctx: ServiceContext, userId: number, budget: Budget): Promise<boolean> {
  return takeBites(ctx, userId, eraseSteps, budget)
}

/** The same for what a case kept of an erased account and keeps no more; then who it was is forgotten, too. */
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
