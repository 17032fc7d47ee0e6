import { useState } from 'react'
import type { Proof } from '#contract/values/shared/proof-of-work'
import { ApiError } from '#web/lib/api-error'
import { canSolve, solvePuzzle } from './solve-puzzle'

/** A harder puzzle follows where the network's price is higher than that of the crowd; more would keep a person waiting. */
const puzzlesAtMost = 3

/**
 * Sends requests that may cost a proof of work: solves the puzzle of a refusal, and sends the request again
 * with the proof. `solving` is true from the first puzzle to the answer.
 */
export function useProof() {
  const [solving, setSolving] = useState(false)
  async function withProof<Answer>(send: (paid: { proof?: Proof }) => Promise<Answer>): Promise<Answer> {
    let paid: { proof?: Proof } = {}
    try {
      for (let solved = 0; ; solved += 1) {
        try {
          return await send(paid)
        } catch (error) {
          const puzzle = error instanceof ApiError ? error.problem?.puzzle : undefined
          if (!puzzle || !canSolve() || solved === puzzlesAtMost) throw error
          setSolving(true)
          paid = { proof: await solvePuzzle(puzzle) }
        }
      }
    } finally {
      setSolving(false)
    }
  }
  return { solving, withProof }
}
