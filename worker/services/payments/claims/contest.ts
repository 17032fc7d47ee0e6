import { claimExpiry } from '#contract/values/payments/payments'
import { type ClaimRow, contestClaims, type Rival } from '#db/queries/payments/claims'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'

const finding = "Another account has claimed the same payment. Ask both for proof that it's theirs."

/**
 * Handles two accounts claiming one payment: code can't tell the payer from someone who read the payer's
 * screen. Pending claims wait for an administrator; an earlier grant stays, with an alert.
 */
export async function contest(ctx: ServiceContext, claim: ClaimRow, rivals: Rival[]): Promise<'pending'> {
  const { db } = ctx
  const { paymentId } = [claim, ...rivals].find((one) => one.paymentId !== null) ?? claim
  const ids = [claim.id, ...rivals.map(({ id }) => id)]
  const contested = contestClaims(db, ids, { finding, paymentId, runsOutAfter: claimExpiry })
  if (rivals.some(({ status }) => status === 'granted')) {
    const alert = raiseAlert(ctx, {
      dedupeKey: `rival:${claim.kind}:${claim.ref}`,
      kind: 'rival',
      text: 'A reference granted to one account has been claimed by another. Check both.',
    })
    await db.batch([contested, alert])
  } else {
    await contested
  }
  return 'pending'
}
