import { sql } from 'drizzle-orm'
import { condition } from '#db/conditions'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import { markEmailVerified } from '#db/queries/accounts/users'
import { whereBanned } from '#db/queries/shared/account-standing'
import { AppError } from '#worker/errors'
import { resetLinkOf } from '../../accounts/passwords'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTime } from '../../shared/time'
import { findAccount } from '../users-admin/get'
import { refusalOf } from '../users-admin/guard'
import { actOn, actOnce } from './act-on'

/** Confirms an address for someone whose email doesn't arrive. */
export async function confirmAddress(ctx: UserContext, id: number): Promise<void> {
  await actOnce(ctx, id, {
    action: 'user.confirm-email',
    before: { emailVerifiedAt: null },
    after: { emailVerifiedAt: isoTime(ctx.now) },
    target: condition(sql`target.email_verified_at is null`),
    otherwise: 'This address is already confirmed.',
    changes: (onlyIf) => [markEmailVerified(ctx.db, id, ctx.now, onlyIf)],
  })
}

const banned = 'This account is banned. Lift the ban first.'

/** Emails the member a link to set a new password, as if they had asked for it, within the same limit. */
export async function sendReset(ctx: UserContext, id: number): Promise<void> {
  const account = await findAccount(ctx, id)
  // First, so that a refused request uses up none of the emails that the account's owner may ask for.
  const refusal = refusalOf(ctx, account) ?? (isBanned(account, ctx.now) && new AppError('conflict', banned))
  if (refusal) throw refusal
  await enforceLimit(ctx, 'resetMail', account.email.toLowerCase())
  await actOn(ctx, id, {
    action: 'user.send-reset',
    before: null,
    after: null,
    target: condition(sql`not ${whereBanned('target', ctx.now)}`),
    otherwise: banned,
    changes: (onlyIf) => resetLinkOf(ctx, condition(sql`(id = ${id} and ${onlyIf})`)),
  })
}

/** Signs an account out everywhere, and voids every link and sign-in that is under way. */
export async function endSessionsOf(ctx: UserContext, id: number): Promise<void> {
  await actOn(ctx, id, {
    action: 'user.end-sessions',
    before: null,
    after: null,
    otherwise: 'This account was deleted.',
    changes: (onlyIf) => [
      ...endEverythingBegun(ctx.db, id, onlyIf),
      ...endSessions(ctx.db, id, ctx.now, onlyIf, null),
      raiseTokenVersion(ctx.db, id, onlyIf),
    ],
  })
}
