import { sql } from 'drizzle-orm'
import { condition } from '../../../../db/conditions'
import { whereBanned } from '../../../../db/queries/shared/account-standing'
import type { ServiceContext } from '../../context'
import { countedInBatch, enforceLimit } from '../../shared/limits'
import { kickMail } from '../../shared/mail'
import { resetMail } from './mails'
import { issueLink } from './tokens'

/**
 * Mails a link for a new password, if somebody has this address. Whoever asks learns nothing: what happens before the
 * answer is the same, and after it the same statements run in one transaction, which find an account or none. That much
 * must be the same too, since whoever asks next may wait for it.
 */
export async function forgotPassword(ctx: ServiceContext, email: string): Promise<void> {
  await enforceLimit(ctx, 'forgotAddress', ctx.client.address)
  ctx.defer(sendResetLink(ctx, email.toLowerCase()))
}

async function sendResetLink(ctx: ServiceContext, emailCanonical: string): Promise<void> {
  // Beyond the limit the box holds a link that is still good.
  const { count, within } = countedInBatch(ctx, 'resetMail', emailCanonical)
  const accounts = condition(sql`email_canonical = ${emailCanonical} and erasing_at is null
    and not ${whereBanned('users', ctx.now)} and ${within}`)
  const issued = issueLink(ctx, 'reset', accounts)
  await ctx.db.batch([count, ...issued.statements, resetMail(ctx, accounts, issued)])
  await kickMail(ctx)
}
