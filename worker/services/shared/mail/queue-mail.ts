import { sql } from 'drizzle-orm'
import { mailKinds } from '#contract/values/shared/notices'
import { always, type Condition, condition } from '#db/conditions'
import { insertMail, whereMailWantedBy } from '#db/queries/shared/mail'
import type { Mail } from '#worker/integrations/mail/mailer'
import type { ServiceContext } from '../../context'
import { nudge } from '../send'
import { type Leaving, leavingText } from './leave-link'

export interface QueuedMail extends Omit<Mail, 'headers'> {
  /** Identifies the event, such as `removal:17:decided`: an event is emailed once. */
  dedupeKey: string
  /**
   * What a link in it turns off. An email of a kind that the account has turned off isn't queued; one without this is
   * always sent.
   */
  leaves?: Leaving
  /** Whether it goes to someone who made a report or asked for a removal. */
  toComplainant?: boolean
}

/**
 * Puts an email in the outbox. Returns a statement for the event's batch; call kickMail afterwards. `onlyIf`
 * is the event's own condition.
 */
export function queueMail(ctx: ServiceContext, mail: QueuedMail, onlyIf: Condition = always) {
  const { dedupeKey, to, subject, body, leaves, toComplainant = false } = mail
  const row = {
    dedupeKey,
    recipient: to,
    subject,
    body,
    leaves: leaves ? leavingText(leaves) : null,
    toComplainant,
  }
  const kind = mailKinds.find((each) => each === leaves?.from)
  const wanted = leaves && kind ? whereMailWantedBy(leaves.id, kind) : always
  return insertMail(ctx.db, row, ctx.now, condition(sql`${onlyIf} and ${wanted}`))
}

/** Starts sending at once instead of with the next minute's cron, which also covers a lost message. */
export async function kickMail(ctx: ServiceContext): Promise<void> {
  await nudge(ctx.jobs, { job: 'mail' })
}
