import { deleteRecoveryCodes, deleteTotp, whereTotpInForce } from '#db/queries/accounts/second-factor'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { securityMail } from './emails'

/**
 * Turns the app off, so that the password is enough again. Safe to repeat; deletes a secret that awaits its
 * first code, too.
 */
export async function turnTotpOff(ctx: UserContext): Promise<void> {
  const { actor, db } = ctx
  await db.batch([
    securityMail(ctx, actor, turnedOff(ctx), whereTotpInForce(actor.id)),
    deleteRecoveryCodes(db, actor.id),
    deleteTotp(db, actor.id),
  ])
  ctx.defer(kickMail(ctx))
}

function turnedOff({ requestId }: UserContext) {
  return {
    event: `totp-off:${requestId}`,
    subject: 'Two-step sign-in is off',
    text: 'Your account no longer asks for a code. Its recovery codes have stopped working.',
  }
}
