import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enforceLimit, giveBack, isWithinLimit, limits } from '../../shared/rate-limits'

/**
 * Limits requests. The refusal says that nothing is lost and where else to write: the sender may be in
 * distress.
 */
export async function limitRequests(ctx: ServiceContext): Promise<void> {
  try {
    await enforceLimit(ctx, 'removalRequest', ctx.client.address)
  } catch (error) {
    if (!isLimit(error)) throw error
    const minutes = Math.ceil((error.options.retryAfter ?? 0) / 60)
    throw new AppError(
      'rate_limited',
      `We've received your last ${limits.removalRequest.max} requests and review every one. You can send another in ${minutes} min, or contact ${ctx.settings.contactEmail} at any time.`,
      error.options,
    )
  }
}

/** Tells whether a typed address may be emailed. Beyond the limit, the request itself still counts. */
export function mayMailTo(ctx: ServiceContext, email: string): Promise<boolean> {
  return isWithinLimit(ctx, 'removalMail', email.toLowerCase())
}

/** Gives back the uses of the two limits above, for a request that existed already. */
export async function giveBackRequest(ctx: ServiceContext, email: string): Promise<void> {
  await ctx.db.batch([
    giveBack(ctx, 'removalRequest', ctx.client.address),
    giveBack(ctx, 'removalMail', email.toLowerCase()),
  ])
}

function isLimit(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'rate_limited'
}
