import { minute } from '../../../../contract/values/shared/time'
import { claimDueMail, markMailFailed, markMailSent } from '../../../../db/queries/shared/mail'
import { log } from '../../../log'
import type { ServiceContext } from '../../context'
import { nextMailAttempt } from './backoff'
import { kickMail } from './queue-mail'

/** Mails of one run. Each ends within `sendMs`, so that the claim outlasts the run: no other run takes them meanwhile. */
const atMost = 20
const sendMs = 10_000
export const mailClaimMs = 5 * minute

/**
 * Sends what is due. A run that dies between the provider's answer and its record sends that mail again: twice is better
 * than never. Answers how many mails it took.
 */
export async function sendDueMail(ctx: ServiceContext): Promise<number> {
  const due = await claimDueMail(ctx.db, ctx.now, ctx.now + mailClaimMs, atMost)
  for (const { id, recipient, subject, body, headers, attempts } of due) {
    try {
      const mail = { to: recipient, subject, body, ...(headers && { headers }) }
      await within(sendMs, ctx.mailer.send(mail))
    } catch (error) {
      const next = nextMailAttempt(attempts, ctx.now)
      await markMailFailed(ctx.db, id, reason(error), next)
      log('warn', 'mail.failed', { mailId: id, attempts, givenUp: next === null })
      continue
    }
    // Nothing leaves a local run: its administrator reads the links there.
    await markMailSent(ctx.db, id, ctx.now, !ctx.config.production)
  }
  // There may be more.
  if (due.length === atMost) await kickMail(ctx)
  return due.length
}

/** A provider that doesn't answer has failed. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    const late = new Error(`The mail service did not answer within ${ms / 1000} seconds.`)
    timer = setTimeout(() => reject(late), ms)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
