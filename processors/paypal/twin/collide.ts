import { crc32 } from 'node:zlib'

/** Freely chosen characters; 32 independent ones are enough, and this many always contain them. */
const free = 64
const choice = ['A', 'B'] as const

/**
 * Returns a JSON text with the CRC32 of `original`: `forged` (an object) with an added field whose letters
 * are solved for. CRC32 is linear, so flipping a letter changes the sum by a constant; 32 such flips reach
 * any sum.
 */
export function collide(original: string, forged: string): string {
  const make = (letters: string) => forged.replace(/\}\s*$/, `,"note":"${letters}"}`)
  const plain = choice[0].repeat(free)
  const base = crc32(make(plain))
  const effects = Array.from({ length: free }, (_, at) => {
    const flipped = plain.slice(0, at) + choice[1] + plain.slice(at + 1)
    return (crc32(make(flipped)) ^ base) >>> 0
  })
  const flips = solve(effects, (crc32(original) ^ base) >>> 0)
  return make(Array.from(plain, (_, at) => ((flips >> BigInt(at)) & 1n ? choice[1] : choice[0])).join(''))
}

/** Returns which of `effects`, as bits of a number, XOR to `target`: Gaussian elimination over bits. */
function solve(effects: number[], target: number): bigint {
  const pivots: { value: number; used: bigint }[] = []
  const reduce = (value: number, used: bigint) => {
    for (const pivot of pivots) {
      // Each pivot's highest bit is its own, so it goes in exactly when that bit is set.
      if ((value ^ pivot.value) >>> 0 < value) {
        value = (value ^ pivot.value) >>> 0
        used ^= pivot.used
      }
    }
    return { value, used }
  }
  effects.forEach((effect, at) => {
    const rest = reduce(effect, 1n << BigInt(at))
    if (rest.value === 0) return
    pivots.push(rest)
    pivots.sort((one, other) => other.value - one.value)
  })
  const rest = reduce(target, 0n)
  if (rest.value !== 0) throw new Error('The letters are not independent enough')
  return rest.used
}
