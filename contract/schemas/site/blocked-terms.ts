import type { TermPlace } from '../../values/site/blocked-terms'

/** How often a blocked term was refused, by place, without names. */
export interface RefusedTerm {
  term: string
  counts: Record<TermPlace, number>
  lastAt: string
}
