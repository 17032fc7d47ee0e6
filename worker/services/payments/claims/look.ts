import { claimExpiry } from '#contract/values/payments/payments'
import { accountOf } from '#db/queries/accounts/users'
import { type ClaimRow, claimById, grantClaim, noteLook, rivalsByPayment } from '#db/queries/payments/claims'
import { grantOf, insistOnChange } from '#db/queries/payments/entitlements'
import { type Outcome, ProviderDown, type VerifiedPayment } from '#worker/integrations/payments/provider'
import { log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { grantPayment } from '../entitlements/grant'
import { tellOfClaim } from '../payment-mail/claim'
import { keepPayment } from '../settlement/keep'
import { contest } from './contest'
import { isDecided, told } from './decidable'
import { proverOf } from './sources'

/** `decided`: by an administrator or another request, while this one looked. */
export type ClaimState = 'granted' | 'seen' | 'pending' | 'decided'

const unknownReference = 'The provider has no payment with this reference yet.'
const nobodyToAsk = "We can't look this up automatically. Compare it with the bank statement."

/**
 * Checks an uncontested claim against the records and acts on the result. Safe to repeat or run twice at
 * once.
 */
export async function lookAt(ctx: ServiceContext, claim: ClaimRow): Promise<ClaimState> {
  const outcome = await ask(ctx, claim)
  switch (outcome.kind) {
    case 'payment':
      return grant(ctx, claim, outcome.payment)
    case 'waiting': {
      const status = outcome.seen ? 'seen' : 'submitted'
      const finding = outcome.seen ? 'On the blockchain, but not final yet.' : 'Not on the blockchain yet.'
      await note(ctx, claim, { status, finding, retryAt: outcome.retryAt })
      return outcome.seen ? 'seen' : 'pending'
    }
    case 'review':
      return review(ctx, claim, outcome.finding, outcome.payment)
    case 'unproven':
    case 'declined':
    case 'left':
    case 'gone':
      return review(ctx, claim, unknownReference, null)
  }
}

async function ask(ctx: ServiceContext, claim: ClaimRow): Promise<Outcome> {
  const prover = proverOf(ctx, claim)
  if (!prover) return { kind: 'review', finding: nobodyToAsk, payment: null }
  try {
    return await prover.settle(claim)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    // Neither a yes nor a no: an administrator may decide before the records can be checked again.
    log('warn', 'claims.provider-down', { claimId: claim.id, code: error.code })
    const finding = `Couldn't check the records (${error.code}). We'll try again.`
    return { kind: 'review', finding, payment: null }
  }
}

async function grant(ctx: ServiceContext, claim: ClaimRow, payment: VerifiedPayment): Promise<ClaimState> {
  const { db, now } = ctx
  const kept = await keepPayment(ctx, payment)
  const rivals = await rivalsByPayment(db, claim, kept.id)
  if (rivals.length > 0) return contest(ctx, { ...claim, paymentId: kept.id }, rivals)
  const [account] = await accountOf(db, claim.userId)
  const decision = { now, reviewerId: null, reviewNote: null }
  const take = grantClaim(db, claim.id, kept.id, claim.plan, decision)
  const mail =
    // On the first check the member is still waiting on the page, which shows it.
    claim.checks > 1 && account
      ? tellOfClaim(ctx, { ...told(claim, account), granted: true, note: null })
      : []
  const { userId, plan, soldVideoId } = claim
  const granting = { payment: kept, userId, plan, soldVideoId, cause: `claim:${claim.id}` }
  try {
    const granted = await grantPayment(ctx, { ...granting, also: [...insistOnChange(db, take), ...mail] })
    if (granted === 'refused')
      return review(
        ctx,
        claim,
        'This payment was granted to another account, or the payer has disputed it.',
        payment,
      )
    // Found in another way before, for the same account: it counts once.
    if (granted === 'already') await take
    return 'granted'
  } catch (error) {
    const [current] = await claimById(db, claim.id)
    if (current && isDecided(current)) return 'decided'
    throw error
  }
}

async function review(
  ctx: ServiceContext,
  claim: ClaimRow,
  finding: string,
  payment: VerifiedPayment | null,
): Promise<ClaimState> {
  const kept = payment && (await keepPayment(ctx, payment))
  const [holder] = kept ? await grantOf(ctx.db, kept.id) : []
  if (kept && holder && holder.userId !== claim.userId) {
    await raiseAlert(ctx, {
      dedupeKey: `rival:${kept.id}`,
      kind: 'rival',
      text: 'A payment granted to one account has been claimed by another. Check both.',
      paymentId: kept.id,
    })
  }
  await note(ctx, claim, { status: 'review', finding, paymentId: kept?.id })
  return 'pending'
}

interface Look {
  status: 'submitted' | 'seen' | 'review'
  finding: string
  paymentId?: string | undefined
  retryAt?: number | undefined
}

async function note(ctx: ServiceContext, claim: ClaimRow, look: Look): Promise<void> {
  const { status, finding, paymentId = claim.paymentId, retryAt = claim.nextCheckAt ?? ctx.now } = look
  const nextCheckAt = Math.min(retryAt, claim.createdAt + claimExpiry)
  await noteLook(ctx.db, claim.id, { status, finding, paymentId, nextCheckAt })
}
