import type { Proof } from '#contract/values/shared/proof-of-work'
import { AppError } from '#worker/errors'
import { isolateState } from '#worker/isolate-state'
import type { ServiceContext } from '../../context'
import { networksOf } from '../../shared/networks'
import { enforceLimits, giveBackAll, limits, type Use } from '../../shared/rate-limits'
import { type Hasher, hasPlace, inHashQueue, shareTaken } from '../passwords/hash-queue'
import { type Act, isRight, newPuzzle } from './puzzle'

/**
 * Tries of a puzzle by price, from 1 on; price 0 is none. The dearest takes a phone with a quarter of a laptop's
 * speed up to 3 seconds.
 */
const triesAt = (price: number) => 300 * 2 ** price
const dearest = 3
/** A network's price rises by one each time its failures grow by this factor. */
const rise = 4

/**
 * Counts uses that refuse, as `enforceLimits` does, and with them the networks around the client, which it
 * returns. Throws `proof_needed` when these cost more than the proof was worth; then nothing was counted.
 */
export type CountAtPrice = (uses: readonly [Use, ...Use[]]) => Promise<[Use, ...Use[]]>

/**
 * Ends of puzzles by the salt of their proof, once it held a place here. The row that makes a proof good for
 * one use is a trip away, and for that long every copy of a proof would hold a place.
 */
const seen = isolateState(() => new Map<string, number>())

/**
 * Does work that hashes a password for a stranger. While strangers find no place, or once their networks have
 * failed often, it costs a proof of work, which has places of its own.
 */
export function hashAsStranger<T>(
  ctx: ServiceContext,
  act: Act,
  brought: Proof | undefined,
  work: (hasher: Hasher, count: CountAtPrice) => Promise<T>,
): Promise<T> {
  const proof = brought && !seen.value.has(brought.salt) && isRight(ctx, act, brought) ? brought : undefined
  const caller = { rank: proof ? 'proven' : 'stranger', key: ctx.client.address } as const
  // A browser that brought a proof solves another one sooner than it would get a stranger's place.
  if (!proof && (brought || !hasPlace(ctx, caller))) throw proofNeeded(ctx, act, priceOfCrowd())
  return inHashQueue(ctx, caller, (hasher) => {
    if (proof) markSeen(ctx, proof)
    return work(hasher, (uses) => countAtPrice(ctx, act, proof, uses))
  })
}

function markSeen({ now }: ServiceContext, { salt, expiresAt }: Proof): void {
  for (const [other, end] of seen.value) if (end <= now) seen.value.delete(other)
  seen.value.set(salt, expiresAt)
}

/** Returns the uses by which the networks around the client are counted. */
function usesOfNetworks({ client }: ServiceContext): [Use, ...Use[]] {
  const { narrow, middle, wide } = networksOf(client.address)
  return [
    { action: 'entryNarrow', key: narrow },
    ...(middle === undefined ? [] : [{ action: 'entryMiddle', key: middle } as const]),
    ...(wide === undefined ? [] : [{ action: 'entryWide', key: wide } as const]),
  ]
}

async function countAtPrice(
  ctx: ServiceContext,
  act: Act,
  proof: Proof | undefined,
  uses: readonly [Use, ...Use[]],
): Promise<[Use, ...Use[]]> {
  const networks = usesOfNetworks(ctx)
  const spent: Use[] = proof ? [{ action: 'proof', key: proof.salt }] : []
  const counts = await enforceLimits(ctx, uses, [...networks, ...spent]).catch(async (refusal: unknown) => {
    // No password was compared, and neighbours must not pay for it.
    if (refusal instanceof AppError) await giveBackAll(ctx, networks)
    throw refusal
  })
  const price = priceOf(networks, counts)
  const isPaid = proof ? counts.at(-1) === 1 && proof.tries >= triesAt(Math.max(price, 1)) : price === 0
  if (isPaid) return networks
  await giveBackAll(ctx, [...uses, ...networks])
  throw proofNeeded(ctx, act, Math.max(price, priceOfCrowd()))
}

/** Returns the price for a client whose networks were counted so often: that of the worst. */
function priceOf(networks: readonly Use[], counts: readonly number[]): number {
  const prices = networks.map(({ action }, index) => {
    const times = (counts[index] ?? 0) / limits[action].max
    return times <= 1 ? 0 : 1 + Math.floor(Math.log(times) / Math.log(rise))
  })
  return Math.min(Math.max(...prices), dearest)
}

/** Returns the price while strangers find no place: it rises as those of proofs fill. */
function priceOfCrowd(): number {
  return 1 + Math.floor(shareTaken('proven') * (dearest - 1))
}

function proofNeeded(ctx: ServiceContext, act: Act, price: number): AppError {
  return new AppError(
    'proof_needed',
    "Your browser has to solve a small puzzle first, and couldn't. Open the site by its https address and try again.",
    { puzzle: newPuzzle(ctx, act, triesAt(price)) },
  )
}
