import { sql } from 'drizzle-orm'
import type { RecoveryCodes } from '#contract/schemas/accounts/account'
import { batchNamed } from '#db/batch-named'
import { condition } from '#db/conditions'
import { replaceRecoveryCodes, whereTotpInForce } from '#db/queries/accounts/second-factor'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { whereSessionCurrent } from '../sessions/end-others'
import { securityMail } from './emails'
import { makeCodes } from './set-up'

/** Issues a new set of recovery codes and voids the old one. */
export async function renewRecoveryCodes(ctx: UserContext): Promise<RecoveryCodes> {
  const { actor, db } = ctx
  await enforceLimit(ctx, 'securityChange', String(actor.id))
  const { codes, hashes } = makeCodes(ctx)
  const inForce = condition(sql`(${whereTotpInForce(actor.id)} and ${whereSessionCurrent(actor)})`)
  const { written } = await batchNamed(db, [
    ...replaceRecoveryCodes(db, actor.id, hashes, inForce),
    securityMail(ctx, actor, renewed(ctx), inForce),
  ])
  if (written.length === 0) throw new AppError('conflict', 'Turn on two-step sign-in first.')
  ctx.defer(kickMail(ctx))
  return { codes }
}

function renewed({ requestId }: UserContext) {
  return {
    event: `codes:${requestId}`,
    subject: 'New recovery codes',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
  }
}
