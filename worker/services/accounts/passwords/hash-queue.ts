import { AppError } from '#worker/errors'
import { isolateState } from '#worker/isolate-state'
import type { ServiceContext } from '../../context'
import { enforceLimits, giveBack, giveBackAll, type Use } from '../../shared/rate-limits'
import { hashPassword, verifyPassword } from './hash'

/**
 * Places by who wants a hash, in the order in which they get one: each hash blocks the isolate for its whole
 * length. A flood of strangers fills their places, and keeps no one else from one of the others.
 */
const places = {
  /** Staff in a session, on a device that signed in before, or with the link of an email. Never by name, which anyone can type. */
  staff: 4,
  /** Members in a session, on a device that signed in before, or with the link of an email. */
  known: 8,
  /** Strangers whose browser has done a proof of work. */
  proven: 12,
  stranger: 4,
} as const
export type Rank = keyof typeof places
const ranks = Object.keys(places) as Rank[]

export interface Caller {
  rank: Rank
  /** Account or IP address; none holds more than three places of a rank at once. */
  key: string
}
const placesOfKey = 3

/** Milliseconds until a place counts as lost: a request whose client hangs up may never give it back. */
const lostMs = 30_000
/** Milliseconds until someone who waits is told to come back. */
const patienceMs = 10_000
/**
 * Milliseconds without a hash before the next, while several wait: about as long as two hashes take. So at
 * least two thirds of the isolate's time are for other work. A single hash doesn't wait.
 */
const pauseMs = 340
/** Milliseconds without a sign of life after which a request that waits is passed over: it was probably cut off. */
const silentMs = 3000
/** Seconds until a full queue has hashed again. */
const retryAfter = 2

interface Place extends Caller {
  takenAt: number
  /** Time of the last sign of life of someone who waits for a hash; otherwise null. */
  waitedAt: number | null
}

const queue = isolateState(() => ({ taken: [] as Place[], hashed: 0 }))

/** Hashes passwords in the caller's turn. Blocks the isolate, but not before. */
export interface Hasher {
  hash: (password: string) => Promise<string>
  verify: (password: string, stored: string) => Promise<ReturnType<typeof verifyPassword>>
}

/**
 * Does work that hashes a password, or refuses it at once while the caller's places are full. The place is
 * taken before the work's first await. If places were counted at the hash, a flood would never be refused: the
 * hash that runs keeps the others from arriving to be counted.
 */
export async function inHashQueue<T>(
  ctx: ServiceContext,
  caller: Caller,
  work: (hasher: Hasher) => Promise<T>,
): Promise<T> {
  if (!hasPlace(ctx, caller)) throw busy()
  const { value: turns } = queue
  const place: Place = { ...caller, takenAt: ctx.now, waitedAt: null }
  turns.taken.push(place)
  try {
    return await work({
      hash: (password) => inTurn(place, () => hashPassword(password, ctx.config)),
      verify: (password, stored) => inTurn(place, () => verifyPassword(password, stored, ctx.config)),
    })
  } finally {
    turns.taken = turns.taken.filter((other) => other !== place)
  }
}

/** Returns whether a caller would get a place now. */
export function hasPlace({ now }: ServiceContext, { rank, key }: Caller): boolean {
  const { value: turns } = queue
  turns.taken = turns.taken.filter((place) => Math.abs(now - place.takenAt) < lostMs && !isSilent(place))
  const ofKey = turns.taken.filter((place) => place.rank === rank && place.key === key)
  return shareTaken(rank) < 1 && ofKey.length < placesOfKey
}

/** Returns the share of a rank's places that is taken, from 0 to 1. */
export function shareTaken(rank: Rank): number {
  return queue.value.taken.filter((place) => place.rank === rank).length / places[rank]
}

/**
 * Runs a hash, which blocks, once no other has run for a moment and no one waits who goes first. Polls, since
 * the promise of a request that was cut off never settles.
 */
async function inTurn<T>(place: Place, hash: () => T): Promise<T> {
  const { value: turns } = queue
  if (turns.taken.length > 1) {
    const since = Date.now()
    let seen: number
    do {
      seen = turns.hashed
      place.waitedAt = Date.now()
      if (place.waitedAt - since > patienceMs) throw busy()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    } while (turns.hashed !== seen || isBehind(place, turns))
    place.waitedAt = null
  }
  turns.hashed += 1
  return hash()
}

/**
 * Returns whether someone who waits goes first: of a better rank, or earlier. One hash in three goes to the
 * earliest of all, so that members with accounts to spare can't keep strangers out.
 */
function isBehind(place: Place, { taken, hashed }: { taken: readonly Place[]; hashed: number }): boolean {
  const waiting = taken.filter((each) => each.waitedAt !== null && !isSilent(each))
  const inOrder =
    hashed % 3 === 2 ? waiting : waiting.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
  return inOrder[0] !== undefined && inOrder[0] !== place
}

/** Returns whether a request that waits was probably cut off. */
function isSilent({ waitedAt }: Place): boolean {
  return waitedAt !== null && Date.now() - waitedAt >= silentMs
}

/**
 * Counts failures, and with them the hash of a member in a session or on a known device: theirs go before
 * strangers', and anyone can make accounts. What is refused costs no hash, so that no one uses up the owner's.
 */
export async function enforceOfPlace(
  ctx: ServiceContext,
  { rank, key }: Caller,
  failures: readonly [Use, ...Use[]],
): Promise<void> {
  const isCounted = rank === 'known'
  try {
    await enforceLimits(ctx, isCounted ? [...failures, { action: 'knownHash', key }] : failures)
  } catch (error) {
    if (isCounted && error instanceof AppError) await giveBack(ctx, 'knownHash', key)
    throw error
  }
}

/**
 * Hashes, and gives back what was counted as a failure when no turn came: nothing was compared. Only a hash
 * that waited can end so.
 */
export async function givenBackIfBusy<T>(
  ctx: ServiceContext,
  failures: readonly [Use, ...Use[]],
  hash: () => Promise<T>,
): Promise<T> {
  try {
    return await hash()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveBackAll(ctx, failures)
    throw error
  }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'Too many people are signing in right now. Please try again in a moment.',
    { retryAfter },
  )
}
