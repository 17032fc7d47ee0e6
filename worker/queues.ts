import type { PaymentProviderId } from '../contract/values/payments/payments'

/** Names of the queues in wrangler.toml. A dead one gets what every retry failed on. */
export const queues = {
  jobs: 'nocturne-jobs',
  imports: 'nocturne-imports',
  deadJobs: 'nocturne-jobs-dead',
  deadImports: 'nocturne-imports-dead',
} as const

/** What travels on the jobs queue. Every job is idempotent and finds its facts in the database, so a message is an id. */
export type JobMessage =
  /** Read a source once: hashes, block list, then the video is ready. */
  | { job: 'hash'; videoId: number }
  /** Read what was made of a source, one file a message; then look for it among what is blocked, or block it. */
  | { job: 'hash-made'; videoId: number; after?: string }
  /** Remove the objects that are marked as doomed. */
  | { job: 'sweep-objects' }
  /** Move the videos of a category that is being deleted. */
  | { job: 'empty-category'; categoryId: number }
  /** Compare one page of R2 with the table of objects. */
  | { job: 'storage-scan'; scanId: number }
  /** Send what is due in the outbox. */
  | { job: 'mail' }
  /** Follow up what a payment provider called about. */
  | { job: 'webhook'; provider: PaymentProviderId; eventId: string }

/** One slice of a file that is fetched from elsewhere. */
export interface ImportMessage {
  importId: string
}
