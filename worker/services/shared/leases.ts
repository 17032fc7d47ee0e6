import { dropLease, takeLease } from '../../../db/queries/shared/operations'
import type { ServiceContext } from '../context'

/**
 * Runs `work` unless somebody else is at it, and answers whether it did. The lease ends by itself after `ms`, so that
 * one who died keeps nobody out: it must be longer than the work can take.
 */
export async function withLease(
  ctx: ServiceContext,
  name: string,
  ms: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const heldUntil = ctx.now + ms
  const [lease] = await takeLease(ctx.db, name, ctx.now, heldUntil)
  if (!lease) return false
  try {
    await work()
  } finally {
    await dropLease(ctx.db, name, heldUntil)
  }
  return true
}
