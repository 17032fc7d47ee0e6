import { claimWindow } from '#contract/values/payments/payments'
import type { Processor, StoredClaim, VerifiedPayment } from '../provider'
import { isProviderId } from './canonical-reference'
import type { Standing } from './match-reference'

/** Dependencies of a look-up by reference; our own books are passed in, since adapters read no database. */
export interface ReferenceSources {
  processor: Processor
  now: number
  /** Returns IDs of payments recorded under a reference when the provider reported them. */
  mirrored(reference: string): Promise<string[]>
  standing(payment: VerifiedPayment): Promise<Standing>
}

/** Five pages of a hundred. */
const pages = 5
/** After a day the nightly comparison has mirrored everything, so that listing again finds no more. */
const listedFor = 24 * 3600_000

/**
 * Returns payments of a reference as the provider shows them now: candidates come from the mirror, then the
 * provider's own look-up, then its list.
 */
export async function findPayments(
  { processor, mirrored, now }: ReferenceSources,
  claim: StoredClaim,
): Promise<VerifiedPayment[]> {
  const ids = new Set(await mirrored(claim.ref))
  if (isProviderId(claim.ref)) ids.add(claim.ref)
  const read = await readAll(processor, [...ids])
  if (read.length > 0 || isProviderId(claim.ref)) return read
  const found = await processor.find(claim.ref)
  if (found.length > 0 || now - claim.createdAt > listedFor) return found
  const { payments } = await processor.list(claim.createdAt - claimWindow, now, pages)
  const named = payments.filter(({ references }) => references.some(({ ref }) => ref === claim.ref))
  // A list entry lacks some of a payment's facts.
  return readAll(
    processor,
    named.map(({ providerPaymentId }) => providerPaymentId),
  )
}

async function readAll(processor: Processor, ids: string[]): Promise<VerifiedPayment[]> {
  const read = await Promise.all(ids.map((id) => processor.read(id, null)))
  return read.filter((payment) => payment !== null)
}
