import type { z } from 'zod'
import type { confirmPassword as input } from '../../../contract/schemas/auth'
import { confirmSession } from '../../../db/queries/sessions'
import { passwordHashOf } from '../../../db/queries/users'
import { AppError } from '../../errors'
import type { UserContext } from '../context'
import { enforceLimits, giveBack } from '../limits'
import { verifyPassword } from './password'

/** Notes that whoever sits at this session knows the password: what grave acts ask for. */
export async function confirmPassword(ctx: UserContext, { password }: z.infer<typeof input>): Promise<void> {
  const { actor, db, now } = ctx
  const account = String(actor.id)
  await enforceLimits(ctx, [
    { action: 'signInAddress', key: ctx.client.address },
    { action: 'confirmPassword', key: account },
    { action: 'confirmPasswordDay', key: account },
  ])
  const [row] = await passwordHashOf(db, actor.id)
  const check = row && (await verifyPassword(password, row.passwordHash, ctx.config.passwordPeppers))
  if (!check?.right) throw new AppError('bad_credentials', "That isn't your password.")
  await db.batch([
    confirmSession(db, actor.sessionId, now),
    giveBack(ctx, 'confirmPassword', account),
    giveBack(ctx, 'confirmPasswordDay', account),
  ])
}
