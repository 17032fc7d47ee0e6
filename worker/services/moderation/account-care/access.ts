import { sql } from 'drizzle-orm'
import { condition } from '../../../../db/conditions'
import { endEverythingBegun } from '../../../../db/queries/accounts/mail-tokens'
import { endSessions, raiseTokenVersion } from '../../../../db/queries/accounts/sessions'
import { markEmailVerified } from '../../../../db/queries/accounts/users'
import { whereBanned } from '../../../../db/queries/shared/account-standing'
import { resetLinkOf } from '../../accounts/accounts'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTime } from '../../shared/time'
import { findAccount } from '../users-admin'
import { actOn } from './act-on'

/** Confirms an address for somebody whose email doesn't arrive. */
export async function confirmAddress(ctx: UserContext, id: number): Promise<void> {
  await actOn(ctx, id, {
    action: 'user.confirm-email',
    before: { emailVerifiedAt: null },
    after: { emailVerifiedAt: isoTime(ctx.now) },
    target: condition(sql`target.email_verified_at is null`),
    otherwise: 'This address is confirmed already.',
    changes: (onlyIf) => [markEmailVerified(ctx.db, id, ctx.now, onlyIf)],
  })
}

/** Emails the member a link to set a new password, as if they had asked for it, within the same limit. */
export async function sendReset(ctx: UserContext, id: number): Promise<void> {
  const { email } = await findAccount(ctx, id)
  await enforceLimit(ctx, 'resetMail', email.toLowerCase())
  await actOn(ctx, id, {
    action: 'user.send-reset',
    before: null,
    after: null,
    target: condition(sql`not ${whereBanned('target', ctx.now)}`),
    otherwise: 'This account is banned. Lift the ban first.',
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
