/** Pages of text that are open to everybody, in the order of the footer. */
export const legalPages = ['terms', 'privacy', '2257', 'dmca', 'removal', 'contact'] as const
export type LegalPage = (typeof legalPages)[number]

/** Pages that links in mails open, and the one that asks for such a mail. */
export const mailPages = [
  'forgot-password',
  'reset-password',
  'verify-email',
  'confirm-email',
  'confirm-newsletter',
  'unsubscribe',
] as const
export type MailPage = (typeof mailPages)[number]

const openDocument = new RegExp(`^/(${[...legalPages, ...mailPages].join('|')}|(removals?|reports)/[^/]+)/*$`)

/**
 * What stays open whatever closes the site to a visitor, maintenance, the law of where they are or the age gate: the legal
 * texts, what became of a report, a request and a removal, and what mails lead to. None of these shows a video.
 */
export function isOpenDocument(pathname: string): boolean {
  return openDocument.test(pathname)
}
