import type { z } from 'zod'
import type { confirmPasswordInput } from '../../../../contract/schemas/accounts/auth'
import { confirmSession } from '../../../../db/queries/accounts/sessions'
import type { UserContext } from '../../context'
import { insistOnPassword } from './own-password'

/** Records that the person at this session knows the password, which sensitive actions require. */
export async function confirmPassword(
  ctx: UserContext,
  { password }: z.infer<typeof confirmPasswordInput>,
): Promise<void> {
  await insistOnPassword(ctx, password)
  await confirmSession(ctx.db, ctx.actor.sessionId, ctx.now)
}
