import { accountMessages } from '#contract/values/accounts/account'
import { can } from '#contract/values/accounts/permissions'
import { commentMessages } from '#contract/values/videos/comments'
import { AppError } from '#worker/errors'
import { isToConfirm } from '../../accounts/email-address'
import type { UserContext } from '../../context'

export function commentsOff(): AppError {
  return new AppError('forbidden', commentMessages.off)
}

/** Throws for an account that can't write: it may not, or its address is to be confirmed. */
export function insistOnWriter(ctx: UserContext): void {
  if (!can(ctx.actor.role, 'comment.write'))
    throw new AppError('forbidden', "You don't have permission to do this.")
  if (isToConfirm(ctx)) throw new AppError('forbidden', accountMessages.verifyFirst)
}
