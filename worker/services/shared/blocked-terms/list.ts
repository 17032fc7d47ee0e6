import type { RefusedTerm } from '#contract/schemas/site/blocked-terms'
import { refusedTermsShown } from '#contract/values/site/blocked-terms'
import { lastRefusedTerms } from '#db/queries/shared/refused-terms'
import type { ServiceContext } from '../../context'
import { isoTime } from '../time'

/** Lists the blocked terms that were refused most recently, with the number of refusals in each place. */
export async function listRefusedTerms({ db }: ServiceContext): Promise<RefusedTerm[]> {
  const rows = await lastRefusedTerms(db, refusedTermsShown)
  return [...Map.groupBy(rows, ({ term }) => term)].map(([term, places]) => ({
    term,
    counts: Object.fromEntries(places.map(({ place, count }) => [place, count])) as RefusedTerm['counts'],
    // The latest comes first.
    lastAt: isoTime(Math.max(...places.map(({ lastAt }) => lastAt))),
  }))
}
