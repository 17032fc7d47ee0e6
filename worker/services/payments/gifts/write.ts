import type { BatchItem } from 'drizzle-orm/batch'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { isLostRace, triesAtMost } from '../entitlements/append'

/**
 * Runs the batch that `prepare` builds, and starts over whenever another writer of the account's entitlement
 * was first. `prepare` reads its facts each time, and throws if the gift may not be written.
 */
export async function writeGift(
  ctx: UserContext,
  prepare: () => Promise<readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>,
): Promise<void> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const batch = await prepare()
    try {
      await ctx.db.batch(batch)
    } catch (error) {
      if (isLostRace(error)) continue
      throw error
    }
    ctx.defer(kickMail(ctx))
    return
  }
  // No one writes that often: something that `prepare` doesn't read again, like the actor's role, has
  // changed.
  throw new AppError('conflict', 'Your role or the account has just changed. Reload the page.')
}
