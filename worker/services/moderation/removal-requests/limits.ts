import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { enforceLimit, giveBack, isWithinLimit, limits } from '../../shared/limits'

/** Whoever sends more is told that nothing is lost, and where else to write: it may be somebody in distress. */
export async function limitRequests(ctx: ServiceContext): Promise<void> {
  try {
    await enforceLimit(ctx, 'removalRequest', ctx.client.address)
  } catch (error) {
    if (!isLimit(error)) throw error
    const minutes = Math.ceil((error.options.retryAfter ?? 0) / 60)
    throw new AppError(
      'rate_limited',
      `We have your last ${limits.removalRequest.max} requests, and look at every one. You can send the next one in ${minutes} min, or write to ${ctx.settings.contactEmail} at any time.`,
      error.options,
    )
  }
}

/** Whether a mail may go to an address that somebody typed. Beyond the limit a request counts all the same. */
export function mayMailTo(ctx: ServiceContext, email: string): Promise<boolean> {
  return isWithinLimit(ctx, 'removalMail', email.toLowerCase())
}

/** What the two above counted, for a request that was there already. */
export async function giveBackRequest(ctx: ServiceContext, email: string): Promise<void> {
  await ctx.db.batch([
    giveBack(ctx, 'removalRequest', ctx.client.address),
    giveBack(ctx, 'removalMail', email.toLowerCase()),
  ])
}

function isLimit(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'rate_limited'
}
