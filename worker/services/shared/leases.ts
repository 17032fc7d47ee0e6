import { claimLease, endLease } from '../../../db/queries/shared/operations'
import type { ServiceContext } from '../context'

/**
 * Runs `work` unless the lease is taken, and returns whether it did. The lease expires after `ms`, which must
 * exceed the longest run, so that a crash blocks nobody.
 */
export async function withLease(
  ctx: ServiceContext,
  name: string,
  ms: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const heldUntil = ctx.now + ms
  const [lease] = await claimLease(ctx.db, name, ctx.now, heldUntil)
  if (!lease) return false
  try {
    await work()
  } finally {
    await endLease(ctx.db, name, heldUntil)
  }
  return true
}
