import { blockedTermMessages, type TermPlace } from '#contract/values/site/blocked-terms'
import { countRefusals } from '#db/queries/shared/refused-terms'
import { AppError, invalidField } from '#worker/errors'
import { findTerm, findTermInSearch, findTermInUsername } from '#worker/policy/blocked-terms'
import type { ReadContext } from '../../context'

/** Returns the term of the operator's list that a text contains; null for none. */
export function findBlockedTerm({ settings }: Pick<ReadContext, 'settings'>, text: string): string | null {
  return findTerm(settings.blockedTerms, text)
}

/** Likewise for a search, which also finds words that a text joins. */
export function findBlockedInSearch({ settings }: Pick<ReadContext, 'settings'>, q: string): string | null {
  return findTermInSearch(settings.blockedTerms, q)
}

/** A text that someone wrote, and the field that a refusal names. */
export interface CheckedText {
  field: string
  place: TermPlace
  text: string
}

/**
 * Throws `invalid_input` on each field with a blocked term. The refusal is counted by term, without the
 * account.
 */
export function refuseBlockedTerms(ctx: ReadContext, texts: readonly CheckedText[]): void {
  const refused = texts.flatMap(({ field, place, text }) => {
    const term =
      place === 'username' ? findTermInUsername(ctx.settings.blockedTerms, text) : findBlockedTerm(ctx, text)
    return term === null ? [] : [{ field, place, term }]
  })
  if (refused.length === 0) return
  count(ctx, refused)
  const message = blockedTermMessages.text
  const fields = [...new Set(refused.map(({ field }) => field))]
  throw new AppError('invalid_input', message, { errors: fields.map((path) => ({ path, message })) })
}

/** Throws for a search with a blocked term, which is counted likewise. */
export function refuseBlockedSearch(ctx: ReadContext, q: string): void {
  const term = findBlockedInSearch(ctx, q)
  if (term === null) return
  count(ctx, [{ term, place: 'search' }])
  throw invalidField('q', blockedTermMessages.search)
}

/**
 * Tells whether a text has a blocked term. It is counted as a refusal, but the caller decides about the text.
 */
export function noteBlockedTerm(ctx: ReadContext, place: TermPlace, text: string): boolean {
  const term = findBlockedTerm(ctx, text)
  if (term !== null) count(ctx, [{ term, place }])
  return term !== null
}

function count(ctx: ReadContext, refused: readonly { term: string; place: TermPlace }[]): void {
  // A statement touches each row once.
  const once = new Map(refused.map(({ term, place }) => [`${place} ${term}`, { term, place }]))
  ctx.defer(Promise.resolve(countRefusals(ctx.db, [...once.values()], ctx.now)))
}
