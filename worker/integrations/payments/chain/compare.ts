import type { Sighting, Unpaid } from './sighting'

/** Combined result of two explorers: the weaker if one is merely behind, otherwise a contradiction. */
export type Agreement = Sighting | { state: 'contradiction'; finding: string }

const reasons: Record<Unpaid, string> = {
  failed: 'the transaction failed',
  not_to_us: 'it pays nothing to our address',
}

/** Compares two sightings; their order doesn't matter. */
export function compare(one: Sighting, two: Sighting): Agreement {
  if (one.state === 'mined' && two.state === 'mined') {
    if (one.paid !== two.paid) return contradiction(one, two)
    if (one.block !== two.block) return contradiction(one, two)
    return { ...one, final: one.final && two.final, at: Math.min(one.at, two.at) }
  }
  if (one.state === 'unpaid' && two.state === 'unpaid')
    return one.why === two.why ? one : contradiction(one, two)
  if (one.state === two.state) return one
  const states = [one.state, two.state]
  // An explorer may be a block behind; a mined payment that the other doesn't know is another matter.
  if (states.includes('unconfirmed') && !states.includes('unpaid'))
    return states.includes('absent') ? { state: 'absent' } : { state: 'unconfirmed' }
  return contradiction(one, two)
}

function contradiction(one: Sighting, two: Sighting): Agreement {
  const [first, second] = [one, two].map(inWords).sort()
  return { state: 'contradiction', finding: `The explorers contradict each other: ${first}; ${second}.` }
}

function inWords(sighting: Sighting): string {
  if (sighting.state === 'unpaid') return reasons[sighting.why]
  if (sighting.state !== 'mined') return `the transaction is ${sighting.state}`
  return `${sighting.paid} atomic units arrived in block ${sighting.block}`
}

export function unpaidFinding(why: Unpaid): string {
  const reason = reasons[why]
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
