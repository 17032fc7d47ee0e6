import { day } from '../shared/time'

interface NewTerm {
  /** When it is bought. Milliseconds, as the others. */
  at: number
  /** End of the last term before it; null when there is none. */
  runningUntil: number | null
  days: number
}

/** Returns the term that a purchase adds: it starts when the one before it ends, if that still runs. */
export function addedTerm({ at, runningUntil, days }: NewTerm): { from: number; until: number } {
  const from = Math.max(runningUntil ?? 0, at)
  return { from, until: from + days * day }
}
