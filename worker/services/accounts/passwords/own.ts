import { accountMessages } from '#contract/values/accounts/account'
import { passwordHashOf } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimits, giveBack } from '../../shared/rate-limits'
import { verifyPassword } from './hash'
import { inHashQueue } from './hash-queue'
import { windowsOfConfirming } from './sign-in-windows'

/** As `insistInQueue`, for callers that hash nothing else. */
export function insistOnPassword(ctx: UserContext, password: string): Promise<string> {
  return inHashQueue(ctx, () => insistInQueue(ctx, password))
}

/**
 * Throws unless the password is the account's. Returns the hash it was compared with, so that a change can
 * require the same one.
 */
export async function insistInQueue(ctx: UserContext, password: string): Promise<string> {
  const { actor, db } = ctx
  const windows = windowsOfConfirming(actor.id)
  await enforceLimits(ctx, windows)
  const [row] = await passwordHashOf(db, actor.id)
  const check = row && (await verifyPassword(password, row.passwordHash, ctx.config))
  if (!row || !check?.right) throw new AppError('bad_credentials', accountMessages.passwordWrong)
  const [quarter, day] = windows
  await db.batch([giveBack(ctx, quarter.action, quarter.key), giveBack(ctx, day.action, day.key)])
  return row.passwordHash
}
