import type { AdminMail } from '#contract/schemas/site/operations'
import { batchNamed } from '#db/batch-named'
import { mailById, retryMail, whereMailRetriable } from '#db/queries/site/mail-admin'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail, mailClaimMs } from '../../shared/mail'
import { mailView } from './list-mail'

/** Requeues an email that was given up or awaits its next attempt. */
export async function retryMailOnce(ctx: UserContext, id: number): Promise<AdminMail> {
  await repeatable(ctx, { action: 'mail.retry', subject: 'mail', subjectId: id }, () => retry(ctx, id))
  const [mail] = await mailById(ctx.db, id)
  if (!mail) throw notFound('The email')
  return mailView(ctx, mail)
}

async function retry(ctx: UserContext, id: number): Promise<void> {
  const { db, now } = ctx
  const [mail] = await mailById(db, id)
  if (!mail) throw notFound('The email')
  if (mail.sentAt !== null) throw new AppError('conflict', 'This email has already been sent.')

  const sendingUntil = now + mailClaimMs
  // Without the provider's response: it may name the recipient, and the log outlives their account.
  const { attempts, nextAttemptAt } = mail
  const entry = {
    action: 'mail.retry',
    subject: 'mail',
    subjectId: id,
    details: { before: { attempts, nextAttemptAt }, after: { attempts: 0, nextAttemptAt: now } },
  }
  const { retried } = await batchNamed(db, [
    // The record comes first: its condition is false once the email is due.
    audit(ctx, entry, whereMailRetriable(id, sendingUntil)),
    { retried: retryMail(db, id, sendingUntil, now) },
  ])
  if (retried.length === 0)
    throw new AppError('conflict', 'This email is being sent, or will be within a few minutes.')
  ctx.defer(kickMail(ctx))
}
