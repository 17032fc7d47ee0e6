import { between, type SQL, sql } from 'drizzle-orm'
import { legalPages } from '#contract/values/site/legal'
import type { Db } from '../../client'
import {
  categories,
  claims,
  comments,
  dailyStats,
  deadLetters,
  mailOutbox,
  paymentAlerts,
  removalRequests,
  removals,
  reports,
  storageTotals,
  videos,
  whereCommentWaiting,
  whereReviewable,
  whereTextsChanged,
} from '../../schema'
import { whereTotpInForce } from '../accounts/second-factor'
import { indexedBy } from '../shared/index-hints'
import { whereStocked } from '../shared/premium-stock'
import { whereSettingOn } from '../shared/settings'

// The overview reads a number of rows that doesn't grow with accounts and videos.

/**
 * A queue of work: its rows by an index that contains no others, and the order that puts the oldest first.
 */
interface Queue {
  rows: SQL
  since: SQL
  oldest: SQL
}

const queues = {
  pending: {
    rows: sql`${indexedBy(videos, 'videos_waiting')} where ${whereReviewable}`,
    since: sql`waiting_since`,
    oldest: sql`waiting_since`,
  },
  changed: {
    rows: sql`${indexedBy(videos, 'videos_changed')} where ${whereTextsChanged}
      and ${whereSettingOn('requireContentApproval')}`,
    since: sql`changed_since`,
    oldest: sql`changed_since`,
  },
  reports: {
    rows: sql`${indexedBy(reports, 'reports_open')} where status = 'open'`,
    since: sql`created_at`,
    oldest: sql`id`,
  },
  comments: {
    rows: sql`${indexedBy(comments, 'comments_waiting')} where ${whereCommentWaiting}`,
    since: sql`created_at`,
    oldest: sql`id`,
  },
  removals: {
    rows: sql`${indexedBy(removalRequests, 'removal_requests_open')} where status = 'open'`,
    since: sql`created_at`,
    oldest: sql`due_at, id`,
  },
  appeals: {
    rows: sql`${indexedBy(removals, 'removals_appeals')} where appeal_status = 'open'`,
    since: sql`appealed_at`,
    oldest: sql`appealed_at, id`,
  },
  // Claims for which the records were checked without a result.
  claims: {
    rows: sql`${indexedBy(claims, 'claims_queue')} where status = 'review'`,
    since: sql`created_at`,
    oldest: sql`created_at, id`,
  },
  paymentAlerts: {
    rows: sql`${indexedBy(paymentAlerts, 'payment_alerts_open')} where resolved_at is null`,
    since: sql`at`,
    oldest: sql`id`,
  },
  jobs: {
    rows: sql`${indexedBy(deadLetters, 'dead_letters_open')} where resolved_at is null`,
    since: sql`at`,
    oldest: sql`at, id`,
  },
  mail: {
    rows: sql`${indexedBy(mailOutbox, 'mail_outbox_failed')} where next_attempt_at is null and sent_at is null`,
    since: sql`created_at`,
    oldest: sql`id`,
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

const countOf = ({ rows }: Queue, atMost: number) =>
  sql<number>`(select count(*) from (select 1 from ${rows} limit ${atMost}))`

/** Returns the length of each named queue, counted up to a limit. */
export function waitingCounts(db: Db, names: readonly QueueName[], atMost: number) {
  const counts = names.map((name) => [name, countOf(queues[name], atMost).as(name)])
  return db
    .select(Object.fromEntries(counts) as Partial<Record<QueueName, SQL.Aliased<number>>>)
    .from(sql`(select 1)`)
}

/** Returns each queue's length, counted up to a limit, and the time from which its oldest item waits. */
export function waitingWork(db: Db, atMost: number) {
  const count = (queue: Queue) => countOf(queue, atMost)
  const since = ({ rows, since, oldest }: Queue) =>
    sql<number | null>`(select ${since} from ${rows} order by ${oldest} limit 1)`
  return db
    .select({
      pending: count(queues.pending).as('pending'),
      pendingSince: since(queues.pending).as('pending_since'),
      changed: count(queues.changed).as('changed'),
      changedSince: since(queues.changed).as('changed_since'),
      reports: count(queues.reports).as('reports'),
      reportsSince: since(queues.reports).as('reports_since'),
      comments: count(queues.comments).as('comments'),
      commentsSince: since(queues.comments).as('comments_since'),
      removals: count(queues.removals).as('removals'),
      removalsSince: since(queues.removals).as('removals_since'),
      nextRemovalDue: sql<number | null>`(select min(due_at) from ${queues.removals.rows})`.as(
        'next_removal_due',
      ),
      appeals: count(queues.appeals).as('appeals'),
      appealsSince: since(queues.appeals).as('appeals_since'),
      claims: count(queues.claims).as('claims'),
      claimsSince: since(queues.claims).as('claims_since'),
      paymentAlerts: count(queues.paymentAlerts).as('payment_alerts'),
      paymentAlertsSince: since(queues.paymentAlerts).as('payment_alerts_since'),
      jobs: count(queues.jobs).as('jobs'),
      jobsSince: since(queues.jobs).as('jobs_since'),
      mail: count(queues.mail).as('mail'),
      mailSince: since(queues.mail).as('mail_since'),
    })
    .from(sql`(select 1)`)
}

export type WaitingWork = Awaited<ReturnType<typeof waitingWork>>[number]

/** Returns totals that triggers keep or that an index's end shows. `userId` is the viewer's. */
export function siteTotals(db: Db, userId: number) {
  return db
    .select({
      // IDs are assigned in order and never reused.
      users: sql<number>`(select coalesce(max(id), 0) from users)`.as('users'),
      videos: sql<number>`(select coalesce(sum(${categories.videoCount}), 0) from ${categories})`.as(
        'videos',
      ),
      storedBytes: sql<number>`(select coalesce(sum(${storageTotals.bytes}), 0) from ${storageTotals})`.as(
        'bytes',
      ),
      /** Number of legal pages that still have their original text. */
      shippedTexts: sql<number>`(select count(*) from json_each(${JSON.stringify(legalPages)}) page
        where (select is_default from legal_documents where slug = page.value order by version desc limit 1))`.as(
        'shipped_texts',
      ),
      /** Whether there is a premium video to play. */
      isStocked: sql<number>`${whereStocked}`.as('is_stocked'),
      hasSecondFactor: sql<number>`${whereTotpInForce(userId)}`.as('has_second_factor'),
    })
    .from(sql`(select 1)`)
}

export function dailyNumbers(db: Db, from: number, to: number) {
  return db
    .select()
    .from(dailyStats)
    .where(between(dailyStats.day, from, to))
}
