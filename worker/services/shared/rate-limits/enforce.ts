import type { SQL } from 'drizzle-orm'
import type { Condition } from '#db/conditions'
import {
  countUse,
  deleteUses,
  uncountUse,
  whereUseLeft,
  whereUsesWithin,
} from '#db/queries/shared/operations'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { isoTime } from '../time'
import { type Limit, type LimitedAction, limits } from './table'

export interface Use {
  action: LimitedAction
  /** The subject of the limit: an account ID or an IP address. Never empty. */
  key: string
}

/** The limit of one subject, in place of everyone's, and the sentences for reaching it. */
interface OwnLimit {
  max: number
  reached: string
  /** Sentence about the time from which another use is possible, given as `in 3 hours`. */
  again: (when: string) => string
}

/** Counts a use. Throws `rate_limited` beyond the limit. */
export async function enforceLimit(ctx: ServiceContext, action: LimitedAction, key: string): Promise<void> {
  await enforceLimits(ctx, [{ action, key }])
}

/**
 * Counts a use against a limit that differs between subjects. The refusal says when the window ends, and
 * doesn't count, so that a limit that is raised meanwhile has all of its room.
 */
export async function enforceOwnLimit(
  ctx: ServiceContext,
  action: LimitedAction,
  key: string,
  { max, reached, again }: OwnLimit,
): Promise<void> {
  const { window } = limits[action]
  const [used] = await countUse(ctx.db, windowKey({ action, key }), ctx.now, window)
  if (!used || used.count <= max) return
  await giveBack(ctx, action, key)
  const wait = used.resetsAt - ctx.now
  throw new AppError('rate_limited', `${reached} ${again(`in ${inWords(wait)}`)}`, {
    retryAfter: Math.ceil(wait / 1000),
    limit: { reached, endsAt: isoTime(used.resetsAt) },
  })
}

/**
 * Counts several uses in one round trip. All are counted even if one refuses, so that a caller refused by one
 * limit still uses up the others. Refused uses count too, but never extend the window. Returns the counts of
 * `alsoCounted`, which refuse no one here.
 */
export async function enforceLimits(
  ctx: ServiceContext,
  uses: readonly [Use, ...Use[]],
  alsoCounted: readonly Use[] = [],
): Promise<number[]> {
  const count = (use: Use) => countUse(ctx.db, windowKey(use), ctx.now, limits[use.action].window)
  const [first, ...rest] = uses
  const windows = await ctx.db.batch([count(first), ...[...rest, ...alsoCounted].map(count)])
  const waits = uses.flatMap((use, index) => {
    const window = windows[index]?.[0]
    return window && window.count > limits[use.action].max ? [{ use, wait: window.resetsAt - ctx.now }] : []
  })
  const longest = waits.sort((a, b) => b.wait - a.wait)[0]
  if (longest) throw tooMany(longest.use.action, longest.wait)
  return windows.slice(uses.length).map(([window]) => window?.count ?? 0)
}

/** Counts a use and returns whether it is within the limit, for limits that stop only a part of the work. */
export async function isWithinLimit(
  ctx: ServiceContext,
  action: LimitedAction,
  key: string,
): Promise<boolean> {
  const [window] = await countUse(ctx.db, windowKey({ action, key }), ctx.now, limits[action].window)
  return window !== undefined && window.count <= limits[action].max
}

/**
 * Returns a statement that counts a use, and a condition that holds within the limit. Beyond it, the batch
 * still does the same work.
 */
export function countedInBatch(ctx: ServiceContext, action: LimitedAction, key: string) {
  const window = windowKey({ action, key })
  return {
    count: countUse(ctx.db, window, ctx.now, limits[action].window),
    within: whereUsesWithin(window, limits[action].max),
  }
}

/**
 * Returns a condition that holds while a use is left, and a statement that counts one on a condition, for a
 * limit beyond which a batch does something else. `max` may be SQL, for a limit that grows with the site.
 */
export function countedWhereDone(
  ctx: ServiceContext,
  { action, key }: Use,
  max: number | SQL = limits[action].max,
) {
  const window = windowKey({ action, key })
  return {
    left: whereUseLeft(window, ctx.now, max),
    count: (onlyIf: Condition) => countUse(ctx.db, window, ctx.now, limits[action].window, onlyIf),
  }
}

/**
 * Gives back a use, after a success under a limit on failures. A reset would give an attacker ten attempts
 * with each sign-in of the owner. Returns a statement.
 */
export function giveBack(ctx: ServiceContext, action: LimitedAction, key: string) {
  return uncountUse(ctx.db, windowKey({ action, key }))
}

/** As `giveBack`, for several uses in one round trip. */
export async function giveBackAll(ctx: ServiceContext, uses: readonly [Use, ...Use[]]): Promise<void> {
  const [first, ...rest] = uses.map(({ action, key }) => giveBack(ctx, action, key))
  if (first) await ctx.db.batch([first, ...rest])
}

/** Empties windows. Returns a statement. */
export function forgetUses(ctx: ServiceContext, uses: readonly Use[], onlyIf: Condition) {
  return deleteUses(ctx.db, uses.map(windowKey), onlyIf)
}

function windowKey({ action, key }: Use): string {
  // With an empty key, everyone would share one window.
  if (key === '') throw new Error(`The limit ${action} needs a key.`)
  return `${action}:${key}`
}

function tooMany(action: LimitedAction, wait: number): AppError {
  const { what, instead }: Limit = limits[action]
  const until = `Too many ${what}. Try again in ${inWords(wait)}.`
  return new AppError('rate_limited', instead === undefined ? until : `${until} ${instead}`, {
    retryAfter: Math.ceil(wait / 1000),
  })
}

/** Rounds up, so that waiting that long is enough. */
function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
