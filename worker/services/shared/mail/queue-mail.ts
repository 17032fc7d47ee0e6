import { sql } from 'drizzle-orm'
import type { MailKind } from '#contract/values/shared/notices'
import { always, type Condition, condition } from '#db/conditions'
import { insertMail, whereMailWantedBy } from '#db/queries/shared/mail'
import type { Mail } from '#worker/integrations/mail/mailer'
import type { ServiceContext } from '../../context'
import { nudge } from '../send'

export interface QueuedMail extends Mail {
  /** Identifies the event, such as `removal:17:decided`: an event is emailed once. */
  dedupeKey: string
  /** The kind that the account can turn off. Without it, the email is always sent. */
  mutable?: { kind: MailKind; userId: number }
  /** Whether it goes to someone who made a report or asked for a removal. */
  toComplainant?: boolean
}

/**
 * Puts an email in the outbox. Returns a statement for the event's batch; call kickMail afterwards. `onlyIf`
 * is the event's own condition.
 */
export function queueMail(ctx: ServiceContext, mail: QueuedMail, onlyIf: Condition = always) {
  const { dedupeKey, to, subject, body, headers, mutable, toComplainant = false } = mail
  const row = {
    dedupeKey,
    recipient: to,
    subject,
    body,
    headers: headers ? JSON.stringify(headers) : null,
    toComplainant,
  }
  const wanted = mutable ? whereMailWantedBy(mutable.userId, mutable.kind) : always
  return insertMail(ctx.db, row, ctx.now, condition(sql`${onlyIf} and ${wanted}`))
}

/** Starts sending at once instead of with the next minute's cron, which also covers a lost message. */
export async function kickMail(ctx: ServiceContext): Promise<void> {
  await nudge(ctx.jobs, { job: 'mail' })
}
