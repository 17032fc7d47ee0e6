import type { PaymentProviderId } from '../../contract/values/payments'

/** What travels on the jobs queue. Every job is idempotent and finds its facts in the database, so a message is an id. */
export type JobMessage =
  /** Read a source once: hashes, block list, then the video is ready. */
  | { job: 'hash'; videoId: number }
  /** Remove the objects that are marked as doomed. */
  | { job: 'sweep-objects' }
  /** Send what is due in the outbox. */
  | { job: 'mail' }
  /** Follow up what a payment provider called about. */
  | { job: 'webhook'; provider: PaymentProviderId; eventId: string }

/** One slice of a file that is fetched from elsewhere. */
export interface ImportMessage {
  importId: string
}
