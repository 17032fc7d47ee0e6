import type { AccountDeletion, DeleteAccount } from '#contract/schemas/accounts/account'
import { accountMessages, deletionGraceMs } from '#contract/values/accounts/account'
import { batchNamed } from '#db/batch-named'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { accountById } from '#db/queries/accounts/users'
import { deleteSessionsOf, setLeaving, whereAbleToLeave } from '#db/queries/leaving/account-deletion'
import { revokeSessionsOf } from '#db/queries/shared/revocations'
import { AppError } from '#worker/errors'
import { insistOnPassword } from '../../accounts/passwords'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { isoTime } from '../../shared/time'
import { hideCommentsOf } from '../../videos/comments'
import { leavingMail } from './mail'
import { holdVideosOf } from './videos'

/**
 * Schedules an account for deletion: ends its sessions and hides its videos. Signing in within the grace
 * period cancels it; then cron erases the account's own data. Cron also hides the videos that one request
 * can't reach.
 */
export async function requestDeletion(
  ctx: UserContext,
  { password }: DeleteAccount,
): Promise<AccountDeletion> {
  const { actor, db, now } = ctx
  await insistOnPassword(ctx, password)
  const deleteAt = now + deletionGraceMs
  const onlyIf = whereAbleToLeave(actor.id, now)
  const { leaving } = await batchNamed(db, [
    leavingMail(ctx, deleteAt, onlyIf),
    revokeSessionsOf(db, actor.id, now, onlyIf),
    deleteSessionsOf(db, actor.id, onlyIf),
    ...endEverythingBegun(db, actor.id, onlyIf),
    { leaving: setLeaving(db, actor.id, deleteAt, onlyIf) },
  ])
  if (leaving.length === 0) throw await refusal(ctx)
  ctx.defer(kickMail(ctx))
  await holdVideosOf(ctx, actor.id)
  await hideCommentsOf(ctx, actor.id)
  return { deleteAt: isoTime(deleteAt) }
}

async function refusal({ actor, db }: UserContext): Promise<AppError> {
  const [account] = await accountById(db, actor.id)
  return new AppError(
    'conflict',
    account?.deleteAt === null ? accountMessages.lastAdministrator : 'This account is already being deleted.',
  )
}
