import type { EndAllSessions } from '#contract/schemas/accounts/account'
import { batchNamed } from '#db/batch-named'
import { always } from '#db/conditions'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { deletePasskeysOf } from '#db/queries/accounts/passkeys'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { mailOfAllPasskeys } from '../passkeys/emails'
import { insistOnRecentPassword } from './recent-password'

/**
 * Signs the account out everywhere, including here, and voids every pending link and challenge. Removing the
 * passkeys as well needs the password, as removing one does.
 */
export async function endAllSessions(ctx: UserContext, { removePasskeys }: EndAllSessions): Promise<void> {
  const { actor, db, now } = ctx
  if (removePasskeys) insistOnRecentPassword(ctx)
  await batchNamed(db, [
    ...(removePasskeys ? [mailOfAllPasskeys(ctx), deletePasskeysOf(db, actor.id, always)] : []),
    ...endEverythingBegun(db, actor.id, always),
    ...endSessions(db, actor.id, now, always, null),
    raiseTokenVersion(db, actor.id, always),
  ])
  if (removePasskeys) ctx.defer(kickMail(ctx))
}
