import type { SQL } from 'drizzle-orm'
import { insertMail } from '../../../db/queries/mail'
import type { Mail } from '../../integrations/mail/mailer'
import type { ServiceContext } from '../context'

export interface QueuedMail extends Mail {
  /** Names the event, such as `removal:17:decided`: the same event is mailed once. */
  dedupeKey: string
}

/**
 * Puts a mail in the outbox. Answers a statement, so that the event and its mail are one batch; then call kickMail.
 * `onlyIf` is the condition that the event itself carries.
 */
export function queueMail(ctx: ServiceContext, { dedupeKey, to, subject, body }: QueuedMail, onlyIf?: SQL) {
  return insertMail(ctx.db, { dedupeKey, recipient: to, subject, body }, ctx.now, onlyIf)
}

/** Sends at once what would otherwise wait for the next minute. A lost message costs that minute, nothing else. */
export async function kickMail(ctx: ServiceContext): Promise<void> {
  await ctx.jobs.send({ job: 'mail' })
}
