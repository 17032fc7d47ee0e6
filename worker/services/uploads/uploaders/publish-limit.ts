import { publishAgain, publishLimitReached } from '#contract/values/uploads/allowance'
import type { UserContext } from '../../context'
import { enforceOwnLimit, giveBack } from '../../shared/rate-limits'
import { allowanceOf } from './allowance'

/**
 * Counts a publication. Throws `rate_limited` beyond the account's limit. Derived and replaced files don't
 * count as publications.
 */
export async function countPublication(ctx: UserContext): Promise<void> {
  const { publishesPerDay } = await allowanceOf(ctx, ctx.actor.id)
  await enforceOwnLimit(ctx, 'publish', String(ctx.actor.id), {
    max: publishesPerDay,
    reached: publishLimitReached(publishesPerDay),
    again: publishAgain,
  })
}

/** Returns a statement that gives back a counted publication that came to nothing. */
export function uncountPublication(ctx: UserContext) {
  return giveBack(ctx, 'publish', String(ctx.actor.id))
}
