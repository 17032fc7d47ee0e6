import type { Draft } from './draft'

/**
 * Returns a draft for another file. What the earlier file gave it, such as a title from its name or a chosen
 * second, is taken out or derived anew; typed text stays.
 */
export function draftForFile(draft: Draft, derivedTitle: string): Draft {
  const { details, trailer } = draft
  const isTyped = details.title !== '' && details.title !== draft.derivedTitle
  return {
    ...draft,
    details: isTyped ? details : { ...details, title: derivedTitle },
    derivedTitle: isTyped ? '' : derivedTitle,
    poster: null,
    trailer: { ...trailer, start: null },
  }
}
