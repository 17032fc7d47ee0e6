import { minute } from '#contract/values/shared/time'
import { claimLease, endLease, renewLease } from '#db/queries/shared/operations'
import { log } from '../../log'
import type { ServiceContext } from '../context'

/** How long a killed run keeps others out. */
const leaseMs = 2 * minute
/** Some renewals may fail before the lease ends. */
const renewMs = minute / 2

/**
 * Runs `work` unless the lease is taken, and returns whether it did. The lease is renewed while the work goes
 * on, but for no longer than `longest`: work that lasts longer hangs, and another run may begin.
 *
 * Work that lost its lease isn't stopped, so it must be safe to run twice, even at once: the lease only
 * avoids that.
 */
export async function withLease(
  ctx: ServiceContext,
  name: string,
  longest: number,
  work: () => Promise<void>,
): Promise<boolean> {
  let heldUntil = ctx.now + leaseMs
  const [lease] = await claimLease(ctx.db, name, ctx.now, heldUntil)
  if (!lease) return false

  let renewals = 0
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    renewals += 1
    if (renewals * renewMs >= longest) clearInterval(timer)
    else renewing = renew(ctx.now + renewals * renewMs + leaseMs)
  }, renewMs)

  async function renew(until: number): Promise<void> {
    try {
      const [renewed] = await renewLease(ctx.db, name, heldUntil, until)
      if (renewed) heldUntil = until
      else {
        clearInterval(timer)
        log('warn', 'lease.lost', { name })
      }
    } catch {
      // The next renewal tries again.
    }
  }

  try {
    await work()
  } finally {
    clearInterval(timer)
    await renewing
    await endLease(ctx.db, name, heldUntil)
  }
  return true
}
