import { sql } from 'drizzle-orm'
import type { MailKind } from '../../../../contract/values/accounts/account'
import { always, type Condition, condition } from '../../../../db/conditions'
import { insertMail, whereMailWantedBy } from '../../../../db/queries/shared/mail'
import type { Mail } from '../../../integrations/mail/mailer'
import type { ServiceContext } from '../../context'

export interface QueuedMail extends Mail {
  /** Names the event, such as `removal:17:decided`: the same event is mailed once. */
  dedupeKey: string
  /** What an account may do without; without it, the mail always comes. */
  mutable?: { kind: MailKind; userId: number }
}

/**
 * Puts a mail in the outbox. Answers a statement, so that the event and its mail are one batch; then call kickMail.
 * `onlyIf` is the condition that the event itself carries.
 */
export function queueMail(ctx: ServiceContext, mail: QueuedMail, onlyIf: Condition = always) {
  const { dedupeKey, to, subject, body, headers, mutable } = mail
  const row = { dedupeKey, recipient: to, subject, body, headers: headers ? JSON.stringify(headers) : null }
  const wanted = mutable ? whereMailWantedBy(mutable.userId, mutable.kind) : sql`true`
  return insertMail(ctx.db, row, ctx.now, condition(sql`${onlyIf} and ${wanted}`))
}

/** Sends at once what would otherwise wait for the next minute. A lost message costs that minute, nothing else. */
export async function kickMail(ctx: ServiceContext): Promise<void> {
  await ctx.jobs.send({ job: 'mail' })
}
