import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import {
  cronRuns,
  deadLetters,
  imports,
  mailOutbox,
  paymentAlerts,
  removalRequests,
  storageScans,
  videos,
} from '../../schema'
import { indexedBy } from '../shared/index-hints'

const openJobs = sql`${indexedBy(deadLetters, 'dead_letters_open')} where resolved_at is null`
const openAlerts = sql`${indexedBy(paymentAlerts, 'payment_alerts_open')} where resolved_at is null`
const failedMail = sql`${indexedBy(mailOutbox, 'mail_outbox_failed')} where next_attempt_at is null and sent_at is null`
const waitingMail = sql`${indexedBy(mailOutbox, 'mail_outbox_due')} where next_attempt_at is not null`
const openRequests = sql`${indexedBy(removalRequests, 'removal_requests_open')} where status = 'open'`
/** Unread sources of videos that wait to be read. */
const unreadFiles = sql`${indexedBy(videos, 'videos_processing')}
  cross join media_objects file on file.key = videos.source_key and file.sha256 is null where status = 'processing'`
const queuedImports = sql`${indexedBy(imports, 'imports_touched')} where status = 'queued'`
const lastScan = sql`${storageScans} where finished_at is not null order by id desc limit 1`

const countOf = (rows: SQL, atMost: number) =>
  sql<number>`(select count(*) from (select 1 from ${rows} limit ${atMost}))`
const oldest = (column: SQL, rows: SQL, order: SQL) =>
  sql<number | null>`(select ${column} from ${rows} order by ${order} limit 1)`

/**
 * Returns the facts that show whether the site works, reading a number of rows that doesn't grow with the
 * site.
 */
export function healthFacts(db: Db, atMost: number) {
  return db
    .select({
      cronAt: sql<number | null>`(select at from ${cronRuns} where id = 1)`.as('cron_at'),
      tasks: sql<string | null>`(select tasks from ${cronRuns} where id = 1)`.as('tasks'),
      files: countOf(unreadFiles, atMost).as('files'),
      filesDue: sql<
        number | null
      >`(select min(due) from (select coalesce(file.read_due_at, file.created_at) as due
        from ${unreadFiles} order by videos.id limit ${atMost}))`.as('files_due'),
      imports: countOf(queuedImports, atMost).as('imports'),
      importsSince: sql<
        number | null
      >`(select min(created_at) from (select created_at from ${queuedImports} order by touched_at limit ${atMost}))`.as(
        'imports_since',
      ),
      jobs: countOf(openJobs, atMost).as('jobs'),
      jobsSince: oldest(sql`at`, openJobs, sql`at, id`).as('jobs_since'),
      mailFailed: countOf(failedMail, atMost).as('mail_failed'),
      mailDue: sql<number | null>`(select min(next_attempt_at) from ${waitingMail})`.as('mail_due'),
      alerts: countOf(openAlerts, atMost).as('alerts'),
      alertsSince: oldest(sql`at`, openAlerts, sql`id`).as('alerts_since'),
      removals: countOf(openRequests, atMost).as('removals'),
      removalDue: sql<number | null>`(select min(due_at) from ${openRequests})`.as('removal_due'),
      scannedAt: sql<number | null>`(select finished_at from ${lastScan})`.as('scanned_at'),
      missingFiles: sql<number | null>`(select missing from ${lastScan})`.as('missing_files'),
    })
    .from(sql`(select 1)`)
}

/** Runs an empty query: D1 reports the size of the database with every response. */
export function databaseSize(db: Db) {
  return db.run(sql`select 1 as one`)
}

export type HealthFacts = Awaited<ReturnType<typeof healthFacts>>[number]
