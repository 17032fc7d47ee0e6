import type { EmailConfirmed } from '../../../../contract/schemas/accounts/account'
import { batchNamed } from '../../../../db/batch-named'
import { allOf } from '../../../../db/conditions'
import {
  applyWish,
  confirmWish,
  deleteEmailChange,
  whereWishConfirmed,
  whereWishOpen,
} from '../../../../db/queries/accounts/email-changes'
import {
  deleteChallengesOf,
  deleteMailTokensOf,
  spendMailToken,
  whereTokenGood,
} from '../../../../db/queries/accounts/mail-tokens'
import { moveNews } from '../../../../db/queries/site/newsletter'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { emailChangedMail } from './mails'
import { accountOfToken, broughtToken, linkDead } from './tokens'

/**
 * Takes the link back that went to one of both addresses; the second of them makes the change. Who reads at the old one
 * alone may have asked for anybody's address, and hears the same whether or not it is taken.
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
