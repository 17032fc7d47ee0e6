import { minute } from '../../../contract/values/time'
import { claimDueMail, markMailFailed, markMailSent } from '../../../db/queries/mail'
import { log } from '../../log'
import type { ServiceContext } from '../context'
import { nextMailAttempt } from './backoff'

/** Mails of one run: a mail takes about a second, a claim holds for five minutes. */
const atMost = 20
export const mailClaimMs = 5 * minute

/**
 * Sends what is due. A run that dies between sending and noting it sends that mail again: twice is better than never.
 * Answers how many mails it took.
 */
export async function sendDueMail(ctx: ServiceContext): Promise<number> {
  const due = await claimDueMail(ctx.db, ctx.now, ctx.now + mailClaimMs, atMost)
  for (const mail of due) {
    try {
      await ctx.mailer.send({ to: mail.recipient, subject: mail.subject, body: mail.body })
    } catch (error) {
      const next = nextMailAttempt(mail.attempts, ctx.now)
      await markMailFailed(ctx.db, mail.id, reason(error), next)
      log('warn', 'mail.failed', { mailId: mail.id, attempts: mail.attempts, givenUp: next === null })
      continue
    }
    await markMailSent(ctx.db, mail.id, ctx.now)
  }
  return due.length
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
