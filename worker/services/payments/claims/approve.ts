import type { BatchItem } from 'drizzle-orm/batch'
import type { AdminClaim, ApproveClaim } from '#contract/schemas/payments/payments'
import { accountOf } from '#db/queries/accounts/users'
import { type ClaimRow, claimById, grantClaim } from '#db/queries/payments/claims'
import { insistOnChange } from '#db/queries/payments/entitlements'
import {
  insertMovement,
  insertReference,
  type PaymentRow,
  upsertPayment,
} from '#db/queries/payments/payments'
import { AppError } from '#worker/errors'
import { claimedPrice } from '#worker/integrations/payments/upi/match-reference'
import { randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { grantPayment } from '../entitlements/grant'
import { tellOfClaim } from '../payment-mail/claim'
import { keepPayment, ranks } from '../settlement/keep'
import { decidableClaim, decided, insistUngranted, isDecided, told } from './decidable'
import { findEvidence } from './evidence'
import { getClaim } from './list'

/** Approves a claim with the payment that backs it. It passes the same guards as every other grant. */
export async function approveClaim(ctx: UserContext, id: string, input: ApproveClaim): Promise<AdminClaim> {
  const { paymentId: given, note } = input
  const act = { action: 'claim.approve', subject: 'claim', subjectId: id, reason: note, details: { given } }
  await repeatable(ctx, act, () => approve(ctx, id, input))
  return getClaim(ctx, id)
}

async function approve(ctx: UserContext, id: string, { paymentId, note }: ApproveClaim): Promise<void> {
  const { actor, db, now } = ctx
  const claim = await decidableClaim(ctx, id)
  await insistUngranted(ctx, claim)
  const evidence = await findEvidence(ctx, claim, paymentId)
  const payment =
    evidence.kind === 'record'
      ? await keepPayment(ctx, evidence.payment)
      : await keepStatement(ctx, claim, evidence.ref)
  const [account] = await accountOf(db, claim.userId)
  const also: BatchItem<'sqlite'>[] = [
    ...insistOnChange(
      db,
      grantClaim(db, id, payment.id, claim.plan, { now, reviewerId: actor.id, reviewNote: note }),
    ),
    audit(ctx, {
      action: 'claim.approve',
      subject: 'claim',
      subjectId: id,
      reason: note,
      details: {
        given: paymentId,
        evidence: payment.providerPaymentId,
        verifiedBy: payment.verifiedBy,
        before: { status: claim.status, paymentId: claim.paymentId },
        after: { status: 'granted', paymentId: payment.id },
      },
    }),
  ]
  if (evidence.kind === 'statement') also.push(...statementNotes(ctx, payment, evidence.ref))
  if (account) also.push(...tellOfClaim(ctx, { ...told(claim, account), granted: true, note: null }))
  try {
    const { userId, plan, soldVideoId } = claim
    const granting = { payment, userId, plan, soldVideoId, cause: `claim:${id}` }
    const granted = await grantPayment(ctx, { ...granting, also })
    if (granted !== 'granted')
      throw new AppError('conflict', 'This payment has already been granted, or the payer has disputed it.')
  } catch (error) {
    const [current] = await claimById(db, id)
    if (current && isDecided(current)) throw decided()
    await insistUngranted(ctx, claim)
    throw error
  }
}

/** Records a payment under its number on the statement, which is unique: one line is granted once. */
async function keepStatement(ctx: UserContext, claim: ClaimRow, ref: string): Promise<PaymentRow> {
  const { db, now } = ctx
  const amountMinor = claimedPrice(claim)
  const [row] = await upsertPayment(db, {
    id: randomId(),
    provider: 'bank',
    providerPaymentId: ref,
    method: claim.method,
    currency: 'INR',
    amountMinor,
    status: 'captured',
    statusRank: ranks.captured,
    verifiedBy: 'admin',
    verifiedAt: now,
    providerCreatedAt: claim.createdAt,
    createdAt: now,
  })
  if (!row) throw new Error('The payment was not kept')
  return row
}

/** Joins the batch of the grant: a line that was never granted moved no money. */
function statementNotes({ db }: UserContext, payment: PaymentRow, ref: string): BatchItem<'sqlite'>[] {
  const { id: paymentId, currency, amountMinor, providerCreatedAt: at } = payment
  const charge = { paymentId, kind: 'charge', currency, amountMinor, at } as const
  return [
    insertReference(db, { kind: 'utr', ref, paymentId }),
    insertMovement(db, { ...charge, providerRef: `bank:${ref}` }),
  ]
}
