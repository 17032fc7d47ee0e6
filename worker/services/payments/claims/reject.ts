import type { AdminClaim, RejectClaim } from '#contract/schemas/payments/payments'
import { accountOf } from '#db/queries/accounts/users'
import { claimById, rejectClaim as rejectStatement } from '#db/queries/payments/claims'
import { insistOnChange } from '#db/queries/payments/entitlements'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { tellOfClaim } from '../payment-mail/claim'
import { decidableClaim, decided, isDecided, told } from './decidable'
import { getClaim } from './list'

export async function rejectClaim(ctx: UserContext, id: string, input: RejectClaim): Promise<AdminClaim> {
  const act = { action: 'claim.reject', subject: 'claim', subjectId: id, reason: input.reason }
  await repeatable(ctx, act, () => reject(ctx, id, input))
  return getClaim(ctx, id)
}

async function reject(ctx: UserContext, id: string, { reason }: RejectClaim): Promise<void> {
  const { actor, db, now } = ctx
  const claim = await decidableClaim(ctx, id)
  const details = { before: { status: claim.status }, after: { status: 'rejected' } }
  const [account] = await accountOf(db, claim.userId)
  const mails = account ? tellOfClaim(ctx, { ...told(claim, account), granted: false, note: reason }) : []
  try {
    await db.batch([
      ...insistOnChange(db, rejectStatement(db, id, { now, reviewerId: actor.id, reviewNote: reason })),
      audit(ctx, { action: 'claim.reject', subject: 'claim', subjectId: id, reason, details }),
      ...mails,
    ])
  } catch (error) {
    const [current] = await claimById(db, id)
    if (current && isDecided(current)) throw decided()
    throw error
  }
  ctx.defer(kickMail(ctx))
}
