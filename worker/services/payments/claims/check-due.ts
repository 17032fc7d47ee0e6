import { claimExpiry } from '../../../../contract/values/payments/payments'
import { type ClaimRow, rivalsOf, takeDueClaims } from '../../../../db/queries/payments/claims'
import { describeError, log } from '../../../log'
import type { ServiceContext } from '../../context'
import { contest } from './contest'
import { expire } from './expire'
import { lookAt } from './look'

/** Each asks a provider or two explorers; the rest waits for the next minute. */
const atMost = 20

/** Looks again at what waits: for the mirror, for the chain, for the end of its week. */
export async function checkDueClaims(ctx: ServiceContext): Promise<void> {
  for (const claim of await takeDueClaims(ctx.db, ctx.now, atMost)) {
    try {
      await check(ctx, claim)
    } catch (error) {
      // It is due again by itself, and keeps no other from its turn.
      log('error', 'claims.check-failed', { claimId: claim.id, ...describeError(error) })
    }
  }
}

async function check(ctx: ServiceContext, claim: ClaimRow): Promise<void> {
  if (ctx.now >= claim.createdAt + claimExpiry) return expire(ctx, claim)
  const rivals = await rivalsOf(ctx.db, claim)
  await (rivals.length > 0 ? contest(ctx, claim, rivals) : lookAt(ctx, claim))
}
