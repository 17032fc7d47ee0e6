import { claimExpiry } from '#contract/values/payments/payments'
import { type ClaimRow, leaseDueClaims, rivalsOf } from '#db/queries/payments/claims'
import { describeError, log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { contest } from './contest'
import { expire } from './expire'
import { lookAt } from './look'

/** Each asks a provider or two explorers; the next minute does the rest. */
const atMost = 20

/** Checks claims again that await the mirror, the chain or the end of their week. */
export async function checkDueClaims(ctx: ServiceContext): Promise<void> {
  for (const claim of await leaseDueClaims(ctx.db, ctx.now, atMost)) {
    try {
      await check(ctx, claim)
    } catch (error) {
      // Its next check is scheduled already, and it must not block the others.
      log('error', 'claims.check-failed', { claimId: claim.id, ...describeError(error) })
    }
  }
}

async function check(ctx: ServiceContext, claim: ClaimRow): Promise<void> {
  if (ctx.now >= claim.createdAt + claimExpiry) return expire(ctx, claim)
  const rivals = await rivalsOf(ctx.db, claim)
  await (rivals.length > 0 ? contest(ctx, claim, rivals) : lookAt(ctx, claim))
}
