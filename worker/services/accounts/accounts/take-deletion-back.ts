import { inChunks } from '../../../../db/in-chunks'
import type { AccountForSignIn } from '../../../../db/queries/accounts/users'
import { clearLeaving, releaseFromDeletion } from '../../../../db/queries/leaving/account-deletion'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'

type StoreContext = Pick<ServiceContext, 'db' | 'now'>

/** A batch is small, since each video has half a dozen addresses to revoke. What is left after a run is cron's. */
export const videoChunks = { chunk: 100, chunksAtMost: 50 }

/**
 * Signing in keeps an account that was leaving: answers whether it was. One that is being erased is as unknown as one that
 * never was, be it since a moment.
 */
export async function takeDeletionBack(ctx: ServiceContext, account: AccountForSignIn): Promise<boolean> {
  if (account.erasingAt !== null) throw gone()
  if (account.deleteAt === null) return false
  const [stays] = await clearLeaving(ctx.db, account.id)
  if (!stays) throw gone()
  await releaseVideosOf(ctx, account.id)
  return true
}

function gone(): AppError {
  return new AppError('bad_credentials', 'Invalid username or password. Please try again.')
}

/** Gives a returning account's videos back. */
export async function releaseVideosOf({ db, now }: StoreContext, userId: number): Promise<void> {
  await inChunks(async (atMost) => (await releaseFromDeletion(db, userId, now, atMost)).length, videoChunks)
}
