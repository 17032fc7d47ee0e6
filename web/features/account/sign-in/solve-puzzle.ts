import { hex } from '#contract/values/shared/hex'
import { type Proof, type Puzzle, puzzleDigest } from '#contract/values/shared/proof-of-work'

/** Numbers tried at once, which browsers spread over threads of their own: the page stays responsive. */
const atOnce = 8

/** Browsers have the means on secure pages only, whatever its type says. */
export function canSolve(): boolean {
  return 'subtle' in crypto
}

export async function solvePuzzle({ target, ...puzzle }: Puzzle): Promise<Proof> {
  const salt = new TextEncoder().encode(puzzle.salt)
  const key = await crypto.subtle.importKey('raw', salt, 'PBKDF2', false, ['deriveBits'])
  let next = 0
  let answer: number | undefined
  async function search(): Promise<void> {
    while (answer === undefined && next < puzzle.tries) {
      const tried = next++
      if ((await digest(key, tried)) === target) answer = tried
    }
  }
  await Promise.all(Array.from({ length: atOnce }, search))
  if (answer === undefined) throw new Error('The puzzle has no answer')
  return { ...puzzle, answer }
}

async function digest(key: CryptoKey, tried: number): Promise<string> {
  const { rounds, bytes } = puzzleDigest
  const salt = new TextEncoder().encode(String(tried))
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    key,
    bytes * 8,
  )
  return hex(new Uint8Array(bits))
}
