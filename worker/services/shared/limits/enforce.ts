import { countUse, uncountUse, whereUsesWithin } from '../../../../db/queries/shared/operations'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { type LimitedAction, limits } from './table'

export interface Use {
  action: LimitedAction
  /** Whom the limit is for: an account id, an address. Never empty. */
  key: string
}

/** Counts one use, and throws `rate_limited` when it is one too many. */
export async function enforceLimit(ctx: ServiceContext, action: LimitedAction, key: string): Promise<void> {
  await enforceLimits(ctx, [{ action, key }])
}

/**
 * Counts several at once, in one round trip. Each is counted although another refuses, so that a caller who is kept
 * out by one still uses up the others. Refused uses count, and the window ends when it ends: nobody is kept out longer.
 */
export async function enforceLimits(ctx: ServiceContext, uses: [Use, ...Use[]]): Promise<void> {
  const [first, ...rest] = uses.map((use) =>
    countUse(ctx.db, windowKey(use), ctx.now, limits[use.action].window),
  )
  if (!first) return
  const windows = await ctx.db.batch([first, ...rest])
  const waits = uses.flatMap((use, index) => {
    const window = windows[index]?.[0]
    return window && window.count > limits[use.action].max ? [{ use, wait: window.resetsAt - ctx.now }] : []
  })
  const longest = waits.sort((a, b) => b.wait - a.wait)[0]
  if (longest) throw tooMany(longest.use.action, longest.wait)
}

/** Counts one use where the limit stops a part of what happens and not the whole: whether it may be. */
export async function isWithinLimit(
  ctx: ServiceContext,
  action: LimitedAction,
  key: string,
): Promise<boolean> {
  const [window] = await countUse(ctx.db, windowKey({ action, key }), ctx.now, limits[action].window)
  return window !== undefined && window.count <= limits[action].max
}

/**
 * The same within a batch, which then does as much for one too many: the statement that counts, and what holds
 * behind it while the use may be.
 */
export function countedInBatch(ctx: ServiceContext, action: LimitedAction, key: string) {
  const window = windowKey({ action, key })
  return {
    count: countUse(ctx.db, window, ctx.now, limits[action].window),
    within: whereUsesWithin(window, limits[action].max),
  }
}

/**
 * Takes a counted use back, for a limit on failures after a success. Resetting the window instead would let every
 * sign-in of the owner hand a guesser ten new tries. Answers a statement, to join a batch.
 */
export function giveBack(ctx: ServiceContext, action: LimitedAction, key: string) {
  return uncountUse(ctx.db, windowKey({ action, key }))
}

function windowKey({ action, key }: Use): string {
  // Without it everybody would share one window.
  if (key === '') throw new Error(`The limit ${action} needs a key.`)
  return `${action}:${key}`
}

function tooMany(action: LimitedAction, wait: number): AppError {
  return new AppError('rate_limited', `Too many ${limits[action].what}. Try again in ${inWords(wait)}.`, {
    retryAfter: Math.ceil(wait / 1000),
  })
}

/** Rounded up, so that whoever waits that long is let in. */
function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
