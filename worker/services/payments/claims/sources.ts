import {
  grantedFor,
  grantedUnder,
  orderOwner,
  paymentsByReference,
} from '#db/queries/payments/claim-standing'
import type { ClaimRow } from '#db/queries/payments/claims'
import { createProcessor } from '#processors/adapters'
import { createChain } from '#worker/integrations/payments/chain/provider'
import { createNetbanking } from '#worker/integrations/payments/netbanking/provider'
import type { PaymentProvider, StoredClaim, VerifiedPayment } from '#worker/integrations/payments/provider'
import type { ReferenceSources } from '#worker/integrations/payments/upi/find-payments'
import type { Standing } from '#worker/integrations/payments/upi/match-reference'
import { createUpi } from '#worker/integrations/payments/upi/provider'
import type { ServiceContext } from '../../context'

/**
 * Returns the source of records for a claim's kind. Null when only an administrator can read the statement.
 */
export function proverOf(
  ctx: ServiceContext,
  { method }: Pick<ClaimRow, 'method'>,
): PaymentProvider<StoredClaim> | null {
  const { config, fetch, now } = ctx
  const { chain } = config.payments
  if (method === 'crypto') return chain && createChain({ config: chain, fetch, now })
  const sources = referenceSources(ctx)
  if (!sources) return null
  return method === 'upi' ? createUpi(sources) : createNetbanking(sources)
}

/** Returns the processor's records, combined with our own books. */
export function referenceSources(ctx: ServiceContext): ReferenceSources | null {
  const razorpay = createProcessor(ctx, 'razorpay')
  if (!razorpay) return null
  return {
    processor: razorpay,
    now: ctx.now,
    mirrored: async (reference) => {
      const rows = await paymentsByReference(ctx.db, 'razorpay', reference)
      return rows.map(({ providerPaymentId }) => providerPaymentId)
    },
    standing: (payment) => standingOf(ctx, payment),
  }
}

async function standingOf({ db }: ServiceContext, payment: VerifiedPayment): Promise<Standing> {
  const { providerPaymentId, providerOrderId, references } = payment
  const refs = references.map(({ ref }) => ref)
  const [forPayment, underReferences, orders] = await db.batch([
    grantedFor(db, 'razorpay', providerPaymentId),
    // An administrator may have granted it from the bank statement before the processor reported it.
    grantedUnder(db, refs.length > 0 ? refs : ['']),
    orderOwner(db, 'razorpay', providerOrderId ?? ''),
  ])
  return {
    grantedTo: [...forPayment, ...underReferences][0]?.userId ?? null,
    orderUserId: orders[0]?.userId ?? null,
  }
}
