import { sql } from 'drizzle-orm'
import type { ChangeEmail } from '#contract/schemas/accounts/account'
import { accountMessages, linkMs } from '#contract/values/accounts/account'
import { condition } from '#db/conditions'
import { whereAddressFree, wishForEmail } from '#db/queries/accounts/email-changes'
import { invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { countedInBatch, enforceLimit } from '../../shared/rate-limits'
import { emailNewMail, emailOldMail, emailTakenMail } from '../mail-links/emails'
import { issueLink } from '../mail-links/tokens'
import { insistOnPassword } from '../passwords/own'
import { whereSessionCurrent } from '../sessions/end-others'

/**
 * Emails both addresses to confirm the change. Only its owner learns that the new address is taken: the
 * response, the other email and the statements that run are the same.
 */
export async function askForEmail(ctx: UserContext, { email, password }: ChangeEmail): Promise<void> {
  const { actor } = ctx
  await insistOnPassword(ctx, password)
  if (email.toLowerCase() === actor.email.toLowerCase())
    throw invalidField('email', accountMessages.emailSame)
  await enforceLimit(ctx, 'emailChange', String(actor.id))
  ctx.defer(sendLinks(ctx, email))
}

async function sendLinks(ctx: UserContext, email: string): Promise<void> {
  const { actor, db, now } = ctx
  const emailCanonical = email.toLowerCase()
  const account = condition(sql`id = ${actor.id} and deleting_at is null and ${whereSessionCurrent(actor)}`)
  const free = whereAddressFree(emailCanonical)
  const { count, within } = countedInBatch(ctx, 'newAddressMail', emailCanonical)
  const toNew = condition(sql`${account} and ${free} and ${within}`)
  const taken = condition(sql`email_canonical = ${emailCanonical} and deleting_at is null and ${within}`)
  const fromOld = issueLink(ctx, 'email-old', account)
  const fromNew = issueLink(ctx, 'email-new', toNew, email)
  const wish = { email, emailCanonical, expiresAt: now + linkMs['email-new'] }
  await db.batch([
    count,
    wishForEmail(db, account, wish),
    ...fromOld.statements,
    ...fromNew.statements,
    emailOldMail(ctx, account, { ...fromOld, wanted: email }),
    emailNewMail(ctx, toNew, { ...fromNew, wanted: email }),
    emailTakenMail(ctx, taken, `taken:${fromNew.dedupeKey}`),
  ])
  await kickMail(ctx)
}
