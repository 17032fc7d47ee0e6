import type { PaymentProviderId } from '#contract/values/payments/payments'
import type { TaskName } from './jobs/tasks'

/** Names of the queues in wrangler.toml. A dead-letter queue gets messages whose retries all failed. */
export const queues = {
  jobs: 'nocturne-jobs',
  imports: 'nocturne-imports',
  deadJobs: 'nocturne-jobs-dead',
  deadImports: 'nocturne-imports-dead',
} as const

/** Deliveries of a message before it is a dead letter: max_retries in wrangler.toml, plus the first. */
export const triesOf = { [queues.deadJobs]: 6, [queues.deadImports]: 4 }

/** Returns the name that the queue of a staging site has in production. */
export function queueNamed(name: string): string {
  return name.replace('-staging-', '-')
}

/**
 * Messages of the jobs queue. Every job is idempotent and reads its facts from the database, so a message
 * holds only an ID.
 */
export type JobMessage =
  /** Read a source once: hashes, block list, then the video is ready. `again`: also a source that was given up. */
  | { job: 'hash'; videoId: number; again?: true }
  /** Read a video's derived files, one per message; then compare them with blocked hashes, or block them. */
  | { job: 'hash-derived'; videoId: number; after?: string; again?: true }
  /** Delete the objects that are pending deletion. */
  | { job: 'prune-objects' }
  /** Add a video that became public to followers' feeds, or take a video that is gone out of them. */
  | { job: 'announce'; videoId: number }
  /** Move the videos of a category pending deletion. */
  | { job: 'empty-category'; categoryId: number }
  /** List videos under their tags, and learn their words. */
  | { job: 'index-videos' }
  /** Take a blocked tag off its videos, or rename a merged one. */
  | { job: 'retag'; slug: string }
  /** Compare one page of R2 with the table of objects. */
  | { job: 'storage-scan'; scanId: number }
  /** Send due emails from the outbox. */
  | { job: 'mail' }
  /** Do a task that cron asked for. */
  | { job: 'task'; task: TaskName }
  /** Follow up a payment provider's webhook. */
  | { job: 'webhook'; provider: PaymentProviderId; eventId: string }

/** One slice of a file fetched from elsewhere. */
export interface ImportMessage {
  importId: string
}
