import { inChunks, videoChunks } from '#db/in-chunks'
import type { AccountForSignIn } from '#db/queries/accounts/users'
import { clearLeaving, releaseFromDeletion } from '#db/queries/leaving/account-deletion'
import { showCommentsOf } from '#db/queries/shared/comments-away'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/**
 * Restores an account scheduled for deletion, and tells whether it was. One whose erasure has begun is
 * reported like an unknown account.
 */
export async function cancelDeletion(ctx: ServiceContext, account: AccountForSignIn): Promise<boolean> {
  if (account.deletingAt !== null) throw gone()
  if (account.deleteAt === null) return false
  const [stays] = await clearLeaving(ctx.db, account.id)
  if (!stays) throw gone()
  await releaseVideosFromDeletion(ctx, account.id)
  const { db, now } = ctx
  await inChunks((atMost) => showCommentsOf(db, account.id, now, atMost))
  return true
}

function gone(): AppError {
  return new AppError('bad_credentials', 'Invalid username or password. Please try again.')
}

/** Makes a returning account's videos visible again. */
export async function releaseVideosFromDeletion({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => (await releaseFromDeletion(db, userId, now, atMost)).length, videoChunks)
}
