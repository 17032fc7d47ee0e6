import type { ClaimRow } from '#db/queries/payments/claims'
import { AppError, invalidField } from '#worker/errors'
import { canonicalTransactionId } from '#worker/integrations/payments/chain/transaction-id'
import { ProviderDown, type VerifiedPayment } from '#worker/integrations/payments/provider'
import { canonicalReference, isProviderId } from '#worker/integrations/payments/upi/canonical-reference'
import { findPayments } from '#worker/integrations/payments/upi/find-payments'
import { obstacle } from '#worker/integrations/payments/upi/match-reference'
import type { ServiceContext } from '../../context'
import { proverOf, referenceSources } from './sources'

/** A payment record, or the number of a line on a bank statement, which only a person can check. */
export type Evidence = { kind: 'record'; payment: VerifiedPayment } | { kind: 'statement'; ref: string }

/**
 * Returns the payment that an administrator's evidence proves. They judge amount and age themselves, but not
 * whether the money arrived and belongs to no one else.
 */
export async function findEvidence(ctx: ServiceContext, claim: ClaimRow, text: string): Promise<Evidence> {
  try {
    return claim.method === 'crypto' ? await onChain(ctx, claim, text) : await inRecords(ctx, claim, text)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const detail = "We can't check the payment records right now. Please try again later."
    throw new AppError('unavailable', detail, { cause: error })
  }
}

async function onChain(ctx: ServiceContext, claim: ClaimRow, text: string): Promise<Evidence> {
  const ref = canonicalTransactionId(text)
  if (ref === null) throw invalidField('paymentId', 'A transaction ID has 64 digits, from 0 to 9 and a to f.')
  const outcome = await proverOf(ctx, claim)?.settle({ ...claim, ref })
  switch (outcome?.kind) {
    case 'payment':
      return { kind: 'record', payment: outcome.payment }
    case 'review':
      if (outcome.payment) return { kind: 'record', payment: outcome.payment }
      throw new AppError('conflict', outcome.finding)
    case 'waiting':
      throw new AppError('conflict', "The transaction isn't final yet, or less than an hour has passed.")
    default:
      throw new AppError('conflict', "This coin isn't set up here, so we can't check its blockchain.")
  }
}

async function inRecords(ctx: ServiceContext, claim: ClaimRow, text: string): Promise<Evidence> {
  const ref = canonicalReference(text)
  if (ref === null)
    throw invalidField('paymentId', "Enter the provider's payment ID, or the reference on the statement.")
  const sources = referenceSources(ctx)
  const found = sources ? await findPayments(sources, { ...claim, ref }) : []
  const [payment, ...more] = found
  if (more.length > 0)
    throw new AppError('conflict', "Several payments have this reference. Enter the provider's payment ID.")
  if (!sources || !payment) {
    if (isProviderId(ref)) throw new AppError('conflict', 'The provider has no payment with this ID.')
    return { kind: 'statement', ref }
  }
  const finding = obstacle(claim, payment, await sources.standing(payment))
  if (finding) throw new AppError('conflict', finding)
  return { kind: 'record', payment }
}
