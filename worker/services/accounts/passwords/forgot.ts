import { sql } from 'drizzle-orm'
import { type Condition, condition } from '#db/conditions'
import { whereBanned } from '#db/queries/shared/account-standing'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { countedInBatch, enforceLimit } from '../../shared/rate-limits'
import { resetMail } from '../mail-links/emails'
import { issueLink } from '../mail-links/tokens'

/**
 * Emails a password reset link if an account has this address, without revealing whether one does. The
 * response is the same, and so are the statements that run after it, in one transaction: the next request may
 * have to wait for them.
 */
export async function forgotPassword(ctx: ServiceContext, email: string): Promise<void> {
  await enforceLimit(ctx, 'forgotAddress', ctx.client.address)
  ctx.defer(sendResetLink(ctx, email.toLowerCase()))
}

async function sendResetLink(ctx: ServiceContext, emailCanonical: string): Promise<void> {
  // Beyond the limit, the inbox already holds a link that still works.
  const { count, within } = countedInBatch(ctx, 'resetMail', emailCanonical)
  const accounts = condition(sql`email_canonical = ${emailCanonical} and deleting_at is null
    and not ${whereBanned('users', ctx.now)} and ${within}`)
  await ctx.db.batch([count, ...resetLinkOf(ctx, accounts)])
  await kickMail(ctx)
}

/** Prepares a reset link and its email for the account that `accounts` picks. */
export function resetLinkOf(ctx: ServiceContext, accounts: Condition) {
  const issued = issueLink(ctx, 'reset', accounts)
  return [...issued.statements, resetMail(ctx, accounts, issued)] as const
}
