import { minute } from '#contract/values/shared/time'
import { inTime } from '#db/in-time'
import { claimDueMail, markMailFailed, markMailSent } from '#db/queries/shared/mail'
import { log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { nextMailAttempt } from './backoff'
import { withLeaveLink } from './leave-link'
import { kickMail } from './queue-mail'

/** Emails per run. Each ends within `sendMs`, so the claim outlasts the run and keeps other runs out. */
const atMost = 20
const sendMs = 10_000
export const mailClaimMs = 5 * minute

/**
 * Sends the emails that are due, and returns how many. A run that dies before recording the response sends
 * one again: twice is better than never.
 */
export async function sendDueMail(ctx: ServiceContext): Promise<number> {
  const due = await claimDueMail(ctx.db, ctx.now, ctx.now + mailClaimMs, atMost)
  for (const { id, recipient, subject, body, leaves, attempts, createdAt } of due) {
    const mail = withLeaveLink(ctx, { to: recipient, subject, body }, leaves)
    try {
      await inTime(ctx.mailer.send(mail, `${id}-${createdAt}`), sendMs, () => {
        throw new Error(`The email service didn't respond within ${sendMs / 1000} seconds.`)
      })
    } catch (error) {
      const next = nextMailAttempt(attempts, ctx.now)
      await markMailFailed(ctx.db, id, reason(error), next)
      log('warn', 'mail.failed', { mailId: id, attempts, givenUp: next === null })
      continue
    }
    // If this fails, nothing more is sent, since that couldn't be recorded either. No text is kept, since it may have
    // a working link. But nothing leaves a local run: its administrator reads the links in the outbox.
    await markMailSent(ctx.db, id, ctx.now, ctx.config.production ? '' : mail.body)
  }
  // There may be more.
  if (due.length === atMost) await kickMail(ctx)
  return due.length
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
