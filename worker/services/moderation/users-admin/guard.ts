import type { Condition } from '../../../../db/conditions'
import { whereAdministers } from '../../../../db/queries/shared/account-standing'
import { AppError } from '../../../errors'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { findAccount } from './get'

/**
 * The condition of acting on another account, for every statement of the act. Since nobody acts on themselves, whoever
 * acts remains: the last administrator can be neither demoted nor banned.
 */
export function whereActorAdministers({ actor, now }: UserContext): Condition {
  return whereAdministers(actor.id, now)
}

/** Why an act on an account came to nothing: the two ways of losing a race, then what `refuse` makes of the account. */
export async function explainRefusal(
  ctx: UserContext,
  id: number,
  refuse: (row: Awaited<ReturnType<typeof findAccount>>) => string,
): Promise<AppError> {
  const { isAdmin, ...me } = await findAccount(ctx, ctx.actor.id)
  if (!isAdmin || isBanned(me, ctx.now))
    return new AppError('forbidden', "You aren't an administrator any more.")
  const target = await findAccount(ctx, id)
  return new AppError('conflict', target.erasingAt === null ? refuse(target) : 'This account was deleted.')
}
