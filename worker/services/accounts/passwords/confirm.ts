import type { z } from 'zod'
import type { confirmPasswordInput } from '#contract/schemas/accounts/auth'
import type { UserActor, UserContext } from '../../context'
import { renewSession } from '../sessions/renew'
import { insistOnPassword } from './own'

/**
 * Records that the person at this session knows the password, which sensitive actions require. Returns the
 * actor that the session's next token describes.
 */
export async function confirmPassword(
  ctx: UserContext,
  { password }: z.infer<typeof confirmPasswordInput>,
): Promise<UserActor> {
  await insistOnPassword(ctx, password)
  return renewSession(ctx)
}
