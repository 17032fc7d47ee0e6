import { accountMessages } from '../../../../contract/values/accounts/account'
import { passwordHashOf } from '../../../../db/queries/accounts/users'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { enforceLimits, giveBack } from '../../shared/limits'
import { verifyPassword } from './password'

/**
 * Whoever sits at this session knows the account's password, or else this throws. Answers the hash that it was compared
 * with, for a change that must find the same one.
 */
export async function insistOnPassword(ctx: UserContext, password: string): Promise<string> {
  const { actor, db } = ctx
  const account = String(actor.id)
  await enforceLimits(ctx, [
    { action: 'signInAddress', key: ctx.client.address },
    { action: 'confirmPassword', key: account },
    { action: 'confirmPasswordDay', key: account },
  ])
  const [row] = await passwordHashOf(db, actor.id)
  const check = row && (await verifyPassword(password, row.passwordHash, ctx.config))
  if (!row || !check?.right) throw new AppError('bad_credentials', accountMessages.passwordWrong)
  await db.batch([giveBack(ctx, 'confirmPassword', account), giveBack(ctx, 'confirmPasswordDay', account)])
  return row.passwordHash
}
