import { day, minute } from '../../contract/values/shared/time'
import { inChunks } from '../../db/in-chunks'
import { inTime } from '../../db/in-time'
import { deleteIdleSessions, leasesLeft } from '../../db/queries/shared/operations'
import { type CronRun, lastCronRun, noteCronRun } from '../../db/queries/site/health'
import { describeError, log } from '../log'
import type { ServiceContext } from '../services/context'
import {
  deleteDueAccounts,
  deleteReleasedByCases,
  settleVideosLeft,
} from '../services/leaving/account-deletion'
import { holdVideosLeft, liftEndedBans } from '../services/moderation/bans'
import { lookThrough } from '../services/moderation/card-rules'
import { remindOfRequests } from '../services/moderation/removal-requests'
import { requeueDerived, requeueProcessing } from '../services/moderation/screening'
import { pruneRemoved } from '../services/moderation/takedown'
import { checkDueClaims } from '../services/payments/claims'
import {
  catchUp,
  forgetSoldVideos,
  reconcile,
  refold,
  sweepOrders,
  sweepWebhooks,
} from '../services/payments/payments'
import { remindOfEndingTerms } from '../services/payments/subscription'
import { pruneAudit } from '../services/shared/audit'
import { countDay, foldDays } from '../services/shared/daily-stats'
import { sliceMinutes } from '../services/shared/id-slices'
import { withLease } from '../services/shared/leases'
import { sendDueMail } from '../services/shared/mail'
import { prunePending } from '../services/shared/objects'
import { copySettings } from '../services/shared/settings'
import { watchHealth } from '../services/site/health'
import { queueNews } from '../services/site/newsletter'
import { pruneNotices, queueDigests } from '../services/site/notices'
import { resumeScan } from '../services/site/storage-admin'
import { continueAbandonedImports, pruneImports } from '../services/uploads/imports'
import { pruneStaleUploads, pruneUsedUploads } from '../services/uploads/uploads'
import { finishPendingCategories, reindexRenamed } from '../services/videos/categories'
import { pruneComments, settleComments } from '../services/videos/comments'
import { announceOpen, pruneFeeds } from '../services/videos/feed'
import { forgetWords, indexVideos } from '../services/videos/search'
import { finishRetagging } from '../services/videos/tags'
import { pruneTrash, publishDue, refreshOffer, sweepReplaced } from '../services/videos/videos'
import { refreshPopularity, refreshTrending } from '../services/videos/views'
import { pruneHistory } from '../services/videos/watch-history'
import { pruneExpired } from './prune'

interface Task {
  run(ctx: ServiceContext): Promise<unknown>
  /** Minutes between two runs, counted from midnight; 1 by default. One that failed is tried again before. */
  every?: number
}

/** How long a session may be idle. */
const sessionIdleMs = 30 * day
/** The others wait this long for a task, which then goes on beside them. */
const turnMs = minute / 2
/** Of the leases of tasks. */
const leasePrefix = 'cron:'
/** Longer than any batch takes: what still runs then hangs, and another run starts it again. */
const longestMs = 5 * minute

/**
 * Each task takes a bounded batch and leaves the rest to the next minute. They begin in this order, one after the other:
 * the database has one thread, an invocation six connections, and those that hang are taken from the others.
 */
const tasks: Record<string, Task> = {
  // First, since someone waits for a link.
  mail: { run: sendDueMail },
  'publish-due': { run: publishDue },
  announce: { run: announceOpen },
  'stale-uploads': { run: pruneStaleUploads },
  'requeue-processing': { run: requeueProcessing },
  'requeue-derived': { run: requeueDerived, every: 10 },
  'sweep-replaced': { run: sweepReplaced, every: 10 },
  'prune-objects': { run: prunePending },
  'delete-categories': { run: finishPendingCategories, every: 10 },
  retag: { run: finishRetagging },
  news: { run: queueNews },
  digests: { run: queueDigests },
  imports: { run: continueAbandonedImports },
  'payment-inbox': { run: sweepWebhooks },
  'payment-orders': { run: sweepOrders, every: 5 },
  'payment-claims': { run: checkDueClaims },
  'sold-videos': { run: forgetSoldVideos, every: 60 },
  refold: { run: refold, every: 10 },
  reconcile: { run: reconcile, every: 24 * 60 },
  'books-behind': { run: catchUp, every: 120 },
  'removal-clock': { run: remindOfRequests },
  'term-reminders': { run: remindOfEndingTerms, every: 60 },
  'prune-trash': { run: pruneTrash, every: 10 },
  'prune-removed': { run: pruneRemoved, every: 60 },
  // Before the views that it counts are pruned.
  'count-day': { run: countDay },
  'fold-days': { run: foldDays, every: sliceMinutes },
  offer: { run: refreshOffer, every: 10 },
  'copy-settings': { run: copySettings },
  'storage-scan': { run: resumeScan, every: 5 },
  'prune-expired': { run: pruneExpired, every: 10 },
  'prune-audit': { run: pruneAudit, every: 24 * 60 },
  'prune-uploads': { run: pruneUsedUploads, every: sliceMinutes },
  'prune-imports': { run: pruneImports, every: 60 },
  'prune-sessions': { run: pruneSessions, every: 60 },
  'bans-ended': { run: liftEndedBans },
  'bans-left': { run: holdVideosLeft, every: 10 },
  'card-rules': { run: lookThrough },
  'leavers-videos': { run: settleVideosLeft, every: 10 },
  'delete-accounts': { run: deleteDueAccounts },
  'delete-released': { run: deleteReleasedByCases, every: 60 },
  popularity: { run: refreshPopularity, every: 10 },
  'reindex-categories': { run: reindexRenamed },
  'index-videos': { run: indexVideos },
  'forget-words': { run: forgetWords, every: 10 },
  trending: { run: refreshTrending, every: 10 },
  'prune-comments': { run: pruneComments },
  'comments-away': { run: settleComments, every: 10 },
  'prune-feeds': { run: pruneFeeds, every: 10 },
  'prune-notices': { run: pruneNotices, every: 60 },
  'prune-history': { run: pruneHistory, every: sliceMinutes },
  'watch-health': { run: watchHealth, every: 10 },
}

/**
 * Runs the tasks that are due: those of each minute, and then the others unless an earlier run is still at them, which
 * would make them due to this one as well. A failure is logged and doesn't stop the others, one that hangs delays them
 * by its turn, and a running task isn't started twice. Those that never gave back an
 * earlier lease come last, and count as failed until they are done: they may have ended that run. `elapsed` returns the milliseconds since `ctx.now`.
 */
export async function runCron(ctx: ServiceContext, elapsed = () => 0): Promise<void> {
  const last = await lastRun(ctx)
  // None could take its lease either.
  if (last === null) return
  const all = dueTasks(last, ctx.now)
  const waiting = Object.keys(tasks).filter((name) => !all.some(([other]) => other === name))
  const run = (some: readonly NamedTask[]) => runTasks(ctx, some, { waiting, elapsed })
  const unended = await unendedTasks(ctx)
  const due = all.filter(([name]) => !unended.has(name))
  const seldom = due.filter((each) => !isOften(each))
  const endOften = await run(due.filter(isOften))
  if (seldom.length > 0) {
    await withLease({ ...ctx, now: ctx.now + elapsed() }, `${leasePrefix}seldom`, longestMs, async () => {
      const now = await lastRun(ctx)
      // What an earlier run has done since the first look is no longer due.
      const same = (name: string) =>
        now?.done[name] === last?.done[name] && now?.failing[name] === last?.failing[name]
      const endSeldom = await run(seldom.filter(([name]) => same(name)))
      await endSeldom()
    }).catch((error: unknown) => log('error', 'cron.failed', { task: 'seldom', ...describeError(error) }))
  }
  await endOften()
  if (unended.size === 0) return
  // Another run may have done them meanwhile.
  const left = await unendedTasks({ ...ctx, now: ctx.now + elapsed() })
  const feared = all.filter(([name]) => unended.has(name) && left.has(name))
  if (feared.length === 0) return
  // Before they run: nothing may be left to note it.
  await noteRun(ctx, waiting, new Map(feared.map(([name]) => [name, false])))
  const endFeared = await run(feared)
  await endFeared()
}

type NamedTask = [name: string, task: Task]

function isOften([, { every = 1 }]: NamedTask): boolean {
  return every === 1
}

/** Runs tasks one after the other; returns a wait for those that hang, which their turn didn't see the end of. */
async function runTasks(
  ctx: ServiceContext,
  some: readonly NamedTask[],
  { waiting, elapsed }: { waiting: readonly string[]; elapsed: () => number },
): Promise<() => Promise<void>> {
  const running = new Map<string, Promise<unknown>>()
  let outcomes = new Map<string, boolean>()
  const note = () => {
    const noted = outcomes
    outcomes = new Map()
    return noteRun(ctx, waiting, noted)
  }
  for (const [name, { run }] of some) {
    // With a clock of its own: leases and claims are for some minutes from then on.
    const task = runTask({ ...ctx, now: ctx.now + elapsed() }, name, run).then((isDone) => {
      if (isDone !== null) outcomes.set(name, isDone)
      running.delete(name)
    })
    running.set(name, task)
    await inTime(task, turnMs, () => log('warn', 'cron.slow', { task: name }))
  }
  const isOver = running.size === 0
  // Before those that go on: the next run begins the others again otherwise.
  await note()
  return async () => {
    if (isOver) return
    await inTime(Promise.all(running.values()), longestMs, () => {
      for (const task of running.keys()) {
        log('error', 'cron.hung', { task })
        outcomes.set(task, false)
      }
    })
    await note()
  }
}

/** Returns what the runs before have noted; undefined where none has, null where it can't be read. */
async function lastRun({ db }: ServiceContext): Promise<CronRun | undefined | null> {
  try {
    const [last] = await lastCronRun(db)
    return last
  } catch (error) {
    log('error', 'cron.not-read', describeError(error))
    return null
  }
}

/**
 * Returns the tasks whose leases were never given back: the run was killed with them, or they hang, or the database was away
 * at their end.
 */
async function unendedTasks({ db, now }: ServiceContext): Promise<Set<string>> {
  try {
    const left = await leasesLeft(db, leasePrefix, now)
    return new Set(left.map(({ name }) => name.slice(leasePrefix.length)))
  } catch (error) {
    log('error', 'cron.not-read', describeError(error))
    return new Set()
  }
}

/**
 * Returns the tasks whose turn has come since they last succeeded, though cron may have rested in that minute, or had no
 * database to note anything in. One that no run has known is counted from the first that does, and waits for its turn: a
 * new site has nothing for it.
 */
function dueTasks(last: CronRun | undefined, now: number): NamedTask[] {
  return Object.entries(tasks).filter(([name, { every = 1 }]) => isDue(last, name, every, now))
}

/**
 * Tells whether a task is due. One that failed has its turns as well, and 1, 2, 4, 8… minutes after it first failed
 * another, so that what passes costs none its hour or day, and what doesn't is seldom tried.
 */
function isDue(last: CronRun | undefined, name: string, every: number, now: number): boolean {
  const turn = (at: number) => Math.floor(at / (every * minute))
  const since = last?.failing[name]
  const before = since === undefined ? last?.done[name] : last?.at
  if (turn(before ?? now - minute) !== turn(now)) return true
  return last !== undefined && since !== undefined && doublings(since, now) > doublings(since, last.at)
}

/** Returns how often a minute doubled between two times: 0 after one minute, 1 after two, 2 after four. */
function doublings(from: number, until: number): number {
  return Math.floor(Math.log2(Math.floor(until / minute) - Math.floor(from / minute)))
}

/** Returns whether the task was done; null where another run has it. */
async function runTask(ctx: ServiceContext, name: string, run: Task['run']): Promise<boolean | null> {
  try {
    const isOurs = await withLease(ctx, leasePrefix + name, longestMs, async () => {
      await run(ctx)
    })
    return isOurs || null
  } catch (error) {
    log('error', 'cron.failed', { task: name, ...describeError(error) })
    return false
  }
}

/** Keeps when cron ran, and which tasks failed when they last had their turn. */
async function noteRun(
  { db, now }: ServiceContext,
  waiting: readonly string[],
  outcomes: ReadonlyMap<string, boolean>,
): Promise<void> {
  const failed = [...outcomes].filter(([, isDone]) => !isDone).map(([name]) => name)
  try {
    await noteCronRun(db, now, { all: Object.keys(tasks), waiting, ran: [...outcomes.keys()], failed })
  } catch (error) {
    log('error', 'cron.not-noted', describeError(error))
  }
}

async function pruneSessions({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteIdleSessions(db, now - sessionIdleMs, atMost))
}
