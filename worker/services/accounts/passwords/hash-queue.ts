import { AppError } from '#worker/errors'
import { isolateState } from '#worker/isolate-state'
import type { ServiceContext } from '../../context'

/** One hash runs and three wait: each blocks the isolate for its whole length. */
const placeCount = 4
/** Milliseconds until a place counts as lost: a request whose client hangs up may never give it back. */
const lostMs = 20_000
/**
 * Milliseconds without a hash before the next, while several wait: about as long as two hashes take. So at
 * least two thirds of the isolate's time are for other work. A single hash doesn't wait.
 */
const pauseMs = 340
/** Seconds until a full queue has hashed again. */
const retryAfter = 2

/** Four places at most. */
const queue = isolateState(() => ({ places: [] as { takenAt: number }[], hashed: 0 }))

/**
 * Does work that hashes a password, or refuses it at once while the queue is full. The place is taken before
 * the work's first await. If places were counted at the hash, a flood would never be refused: the hash that
 * runs keeps the others from arriving to be counted.
 */
export async function inHashQueue<T>({ now }: ServiceContext, work: () => Promise<T>): Promise<T> {
  const { value: turns } = queue
  turns.places = turns.places.filter(({ takenAt }) => Math.abs(now - takenAt) < lostMs)
  if (turns.places.length >= placeCount) {
    throw new AppError(
      'unavailable',
      'Too many people are signing in right now. Please try again in a moment.',
      { retryAfter },
    )
  }
  const place = { takenAt: now }
  turns.places.push(place)
  try {
    return await work()
  } finally {
    turns.places = turns.places.filter((other) => other !== place)
  }
}

/**
 * Runs a hash, which blocks, once no other has run for a moment. Polls, since the promise of a request that
 * was cut off never settles.
 */
export async function runHash<T>(hash: () => T): Promise<T> {
  const { value: turns } = queue
  if (turns.places.length > 1) {
    let seen: number
    do {
      seen = turns.hashed
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    } while (turns.hashed !== seen)
  }
  turns.hashed += 1
  return hash()
}
