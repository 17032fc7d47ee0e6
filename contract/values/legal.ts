/** Pages of text that are open to everybody, in the order of the footer. */
export const legalPages = ['terms', 'privacy', '2257', 'dmca', 'removal', 'contact'] as const
export type LegalPage = (typeof legalPages)[number]

const openDocument = new RegExp(`^/(${legalPages.join('|')}|(removals?|reports)/[^/]+)/*$`)

/**
 * What stays open whatever closes the site to a visitor, maintenance, the law of where they are or the age gate: the legal
 * texts, and what became of a report, a request and a removal. None of these shows a video.
 */
export function isOpenDocument(pathname: string): boolean {
  return openDocument.test(pathname)
}
