import { useState } from 'react'
import type { Proof } from '#contract/values/shared/proof-of-work'
import { ApiError } from '#web/lib/api-error'
import { canSolve, solvePuzzle } from './solve-puzzle'

/** A harder puzzle follows where the network's price is higher than that of the crowd; more would keep a person waiting. */
const puzzlesAtMost = 3
/** Times that a proof is sent again after the site had no place or no turn. One that had a place costs another puzzle. */
const resentAtMost = 3
/** Milliseconds before that; a place comes free in about as long. */
const resendMs = 2000

/**
 * Sends requests that may cost a proof of work: solves the puzzle of a refusal, and sends the request again
 * with the proof. `solving` is true from the first puzzle to the answer.
 */
export function useProof() {
  const [solving, setSolving] = useState(false)
  async function withProof<Answer>(send: (paid: { proof?: Proof }) => Promise<Answer>): Promise<Answer> {
    let paid: { proof?: Proof } = {}
    let [solved, resent] = [0, 0]
    try {
      for (;;) {
        try {
          return await send(paid)
        } catch (error) {
          const problem = error instanceof ApiError ? error.problem : null
          if (problem?.puzzle && canSolve() && solved < puzzlesAtMost) {
            solved += 1
            setSolving(true)
            paid = { proof: await solvePuzzle(problem.puzzle) }
          } else if (problem?.code === 'unavailable' && paid.proof && resent < resentAtMost) {
            resent += 1
            await new Promise((resolve) => setTimeout(resolve, resendMs))
          } else throw error
        }
      }
    } finally {
      setSolving(false)
    }
  }
  return { solving, withProof }
}
