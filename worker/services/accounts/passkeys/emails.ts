import type { Condition } from '#db/conditions'
import { wherePasskeysLeft } from '#db/queries/accounts/passkeys'
import type { UserContext } from '../../context'
import { securityMail } from '../second-factor/emails'

/** Sent before they are removed by sign-out everywhere, to an account that has any. */
export function mailOfAllPasskeys(ctx: UserContext) {
  const news = {
    event: `passkeys-removed:${ctx.requestId}`,
    subject: 'Your passkeys were removed',
    text: "You've been signed out everywhere and all your passkeys were removed. You can still sign in with your password.",
  }
  return securityMail(ctx, ctx.actor, news, wherePasskeysLeft(ctx.actor.id))
}

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
        ? `The passkey "${name}" was added to your account. It can sign in without your password.`
        : `The passkey "${name}" was removed from your account and can no longer sign in.`,
  }
  return securityMail(ctx, ctx.actor, news, onlyIf)
}
