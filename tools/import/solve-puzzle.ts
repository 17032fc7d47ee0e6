import { pbkdf2Sync } from 'node:crypto'
import { type Proof, type Puzzle, puzzleDigest } from '#contract/values/accounts/proof-of-work'

/** Solves a puzzle of the sign-in as browsers do, within a second. */
export function solvePuzzle({ target, ...puzzle }: Puzzle): Proof {
  const { rounds, bytes } = puzzleDigest
  for (let answer = 0; answer < puzzle.tries; answer += 1) {
    if (pbkdf2Sync(puzzle.salt, String(answer), rounds, bytes, 'sha256').toString('hex') === target) {
      return { ...puzzle, answer }
    }
  }
  throw new Error('The puzzle has no answer')
}
