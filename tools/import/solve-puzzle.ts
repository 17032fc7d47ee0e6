import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { type Proof, type Puzzle, puzzleDigest } from '#contract/values/shared/proof-of-work'

const derive = promisify(pbkdf2)

/** Solves a puzzle of the sign-in as browsers do, within a second or two. */
export async function solvePuzzle({ target, ...puzzle }: Puzzle): Promise<Proof> {
  const { rounds, bytes } = puzzleDigest
  for (let answer = 0; answer < puzzle.tries; answer += 1) {
    const digest = await derive(puzzle.salt, String(answer), rounds, bytes, 'sha256')
    if (digest.toString('hex') === target) return { ...puzzle, answer }
  }
  throw new Error('The puzzle has no answer')
}
