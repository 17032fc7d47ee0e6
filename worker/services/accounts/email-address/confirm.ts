import type { EmailConfirmed } from '#contract/schemas/accounts/account'
import { batchNamed } from '#db/batch-named'
import { allOf } from '#db/conditions'
import {
  applyWish,
  confirmWish,
  deleteEmailChange,
  whereWishConfirmed,
  whereWishOpen,
} from '#db/queries/accounts/email-changes'
import {
  deleteChallengesOf,
  deleteMailTokensOf,
  spendMailToken,
  whereTokenGood,
} from '#db/queries/accounts/mail-tokens'
import { moveNews } from '#db/queries/site/newsletter'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { emailChangedMail } from '../mail-links/emails'
import { accountOfToken, broughtToken, linkDead } from '../mail-links/tokens'

/**
 * Redeems either address's link; the second one makes the change. The first gets the same response for a
 * taken address, since the requester may be probing for accounts.
 */
export async function confirmEmail(ctx: ServiceContext, token: string): Promise<EmailConfirmed> {
  const { db, now } = ctx
  const brought = broughtToken(ctx, token, ['email-old', 'email-new'])
  const { kind, userId, username, email } = await accountOfToken(ctx, brought)
  const side = kind === 'email-old' ? 'old' : 'new'
  const both = whereWishConfirmed(userId)
  const { confirmed, changed } = await batchNamed(db, [
    {
      confirmed: confirmWish(
        db,
        userId,
        side,
        now,
        allOf(whereTokenGood(brought), whereWishOpen(userId, side)),
      ),
    },
    spendMailToken(db, brought),
    emailChangedMail(ctx, { id: userId, username, email }, both),
    deleteChallengesOf(db, userId, both),
    deleteMailTokensOf(db, userId, both),
    ...moveNews(db, userId, both),
    { changed: applyWish(db, userId, now, both) },
    deleteEmailChange(db, userId, both),
  ])
  if (confirmed.length === 0) throw linkDead()
  if (changed.length > 0) ctx.defer(kickMail(ctx))
  return { changed: changed.length > 0 }
}
