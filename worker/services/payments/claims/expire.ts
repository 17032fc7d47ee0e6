import { accountOf } from '#db/queries/accounts/users'
import { type ClaimRow, claimById, expireClaim } from '#db/queries/payments/claims'
import { insistOnChange } from '#db/queries/payments/entitlements'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { raiseAlert } from '../alerts'
import { tellOfClaim } from '../payment-mail/claim'
import { isDecided, told } from './decidable'

/** Closes a claim after a week. Money found for it raises an alert for administrators. */
export async function expire(ctx: ServiceContext, claim: ClaimRow): Promise<void> {
  const { db, now } = ctx
  const [account] = await accountOf(db, claim.userId)
  const note = 'We found no payment matching this reference within seven days.'
  const mails = account ? tellOfClaim(ctx, { ...told(claim, account), granted: false, note }) : []
  const alerts = claim.paymentId
    ? [
        raiseAlert(ctx, {
          dedupeKey: `claim-expired:${claim.id}`,
          kind: 'ungranted',
          text: 'A claim expired although a matching payment was found.',
          paymentId: claim.paymentId,
        }),
      ]
    : []
  try {
    await db.batch([
      ...insistOnChange(db, expireClaim(db, claim.id, { now, reviewerId: null, reviewNote: note })),
      audit(ctx, { action: 'claim.expire', subject: 'claim', subjectId: claim.id }),
      ...mails,
      ...alerts,
    ])
  } catch (error) {
    const [current] = await claimById(db, claim.id)
    if (current && isDecided(current)) return
    throw error
  }
  ctx.defer(kickMail(ctx))
}
