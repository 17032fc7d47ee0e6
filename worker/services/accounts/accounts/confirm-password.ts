import type { z } from 'zod'
import type { confirmPasswordInput } from '../../../../contract/schemas/accounts/auth'
import { confirmSession } from '../../../../db/queries/accounts/sessions'
import type { UserContext } from '../../context'
import { insistOnPassword } from './own-password'

/** Notes that whoever sits at this session knows the password: what grave acts ask for. */
export async function confirmPassword(
  ctx: UserContext,
  { password }: z.infer<typeof confirmPasswordInput>,
): Promise<void> {
  await insistOnPassword(ctx, password)
  await confirmSession(ctx.db, ctx.actor.sessionId, ctx.now)
}
