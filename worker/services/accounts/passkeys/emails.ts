import type { Condition } from '../../../../db/conditions'
import type { UserContext } from '../../context'
import { securityMail } from '../second-factor'

export function mailOfPasskey(
  ctx: UserContext,
  { event, name }: { event: 'added' | 'removed'; name: string },
  onlyIf: Condition,
) {
  const news = {
    event: `passkey-${event}:${ctx.requestId}`,
    subject: `A passkey was ${event}`,
    text:
      event === 'added'
        ? `The passkey "${name}" was added to your account: it signs in without the password.`
        : `The passkey "${name}" was removed from your account, and no longer signs in.`,
  }
  return securityMail(ctx, ctx.actor, news, onlyIf)
}
