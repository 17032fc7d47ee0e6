import { accountMessages } from '#contract/values/accounts/account'
import { passwordHashOf, renewPasswordHash } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { giveBackAll } from '../../shared/rate-limits'
import { type Caller, enforceOfPlace, givenBackIfBusy, type Hasher, inHashQueue } from './hash-queue'
import { windowsOfConfirming } from './sign-in-windows'

/** As `insistInTurn`, for callers that hash nothing else. */
export function insistOnPassword(ctx: UserContext, password: string): Promise<string> {
  return inHashQueue(ctx, ownPlace(ctx), (hasher) => insistInTurn(ctx, password, hasher))
}

/** Returns the place of a session in the queue of hashes. */
export function ownPlace({ actor }: UserContext): Caller {
  return { rank: actor.staff === null ? 'known' : 'staff', key: String(actor.id) }
}

/**
 * Throws unless the password is the account's. Returns the hash that is stored, so that a change can
 * require the same one.
 */
export async function insistInTurn(ctx: UserContext, password: string, { verify }: Hasher): Promise<string> {
  const { actor, db } = ctx
  const windows = windowsOfConfirming(actor.id)
  await enforceOfPlace(ctx, ownPlace(ctx), windows)
  const [row] = await passwordHashOf(db, actor.id)
  const check = row && (await givenBackIfBusy(ctx, windows, () => verify(password, row.passwordHash)))
  if (!row || !check?.right) throw new AppError('bad_credentials', accountMessages.passwordWrong)
  await giveBackAll(ctx, windows)
  if (check.renewed === null) return row.passwordHash
  const renewed = await renewPasswordHash(db, actor.id, row.passwordHash, check.renewed)
  return renewed.length > 0 ? check.renewed : row.passwordHash
}
