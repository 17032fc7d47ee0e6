import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { waitingClaims } from '#contract/values/payments/payments'
import { batchNamed } from '#db/batch-named'
import {
  type ClaimRow,
  leaseClaim,
  type NewClaim,
  ownClaim,
  putClaim,
  rivalsOf,
} from '#db/queries/payments/claims'
import { soldVideo } from '#db/queries/payments/sales'
import { subscriptionOf } from '#db/queries/payments/subscription'
import { randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { enforceLimits } from '../../shared/rate-limits'
import { refusal } from '../answers'
import { isTurnedOff } from '../orders/offers'
import { termsVersion } from '../orders/options'
import { isSelling } from '../orders/selling'
import { grantedAnswer, pendingAnswer, rejectedAnswer, seenAnswer, usedAnswer } from './answers'
import { contest } from './contest'
import { isDecided } from './decidable'
import { type ClaimState, lookAt } from './look'

export type Submission = Pick<
  NewClaim,
  'method' | 'kind' | 'ref' | 'plan' | 'coin' | 'amountMinor' | 'bankId'
> & { video: number | undefined; agreed: true | undefined }

const answers: Record<Exclude<ClaimState, 'decided'>, PaymentAnswer> = {
  granted: grantedAnswer,
  seen: seenAnswer,
  pending: pendingAnswer,
}

/** Records a member's claim to a payment. The row is written first, so a later claim is seen to be second. */
export async function submitClaim(
  ctx: UserContext,
  { video, agreed, ...submission }: Submission,
): Promise<PaymentAnswer> {
  const { actor, client, db, now } = ctx
  if (!agreed && !(await wasBegunEarlier(ctx, submission))) return refusal('not_agreed')
  await enforceLimits(ctx, [
    { action: 'claimReference', key: String(actor.id) },
    { action: 'claimReferenceDay', key: String(actor.id) },
    { action: 'claimReferenceAddress', key: client.address },
  ])
  const claim = {
    ...submission,
    id: randomId(),
    userId: actor.id,
    soldVideoId: soldVideo(video, actor.id),
    termsVersion: await termsVersion(ctx),
    consentAt: agreed ? now : null,
    createdAt: now,
  }
  const { own, rivals } = await batchNamed(db, [
    putClaim(db, claim),
    { own: ownClaim(db, claim), rivals: rivalsOf(db, claim) },
  ])
  const [row] = own
  if (!row) throw new Error('The claim was not kept')
  if (isDecided(row)) return answerAgain(ctx, row)
  if (rivals.length > 0) return answers[await contest(ctx, row, rivals)]
  const [taken] = await leaseClaim(db, row.id, now)
  const state = taken ? await lookAt(ctx, taken) : null
  if (state && state !== 'decided') return answers[state]
  // Decided meanwhile, by an administrator or another request.
  const [current = row] = await ownClaim(db, claim)
  return answerAgain(ctx, current)
}

/**
 * Returns whether the payment was begun before: its reference is sent again or corrected, or its method isn't
 * sold any more. No order is shown then that could be agreed to.
 */
async function wasBegunEarlier(ctx: UserContext, { method }: Pick<Submission, 'method'>): Promise<boolean> {
  const { latestClaim } = ctx.actor
  if (latestClaim && waitingClaims.includes(latestClaim.status)) return true
  return isTurnedOff(ctx, method) || !(await isSelling(ctx))
}

/** Returns the outcome of the account's own claim when it is sent again. */
async function answerAgain({ actor, db, now }: UserContext, { status }: ClaimRow): Promise<PaymentAnswer> {
  if (status === 'rejected') return rejectedAnswer
  if (status === 'seen') return seenAnswer
  if (status !== 'granted') return pendingAnswer
  const [subscription] = await subscriptionOf(db, actor.id)
  return subscription && subscription.premiumUntil > now ? grantedAnswer : usedAnswer
}
