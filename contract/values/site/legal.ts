/** Text pages open to everyone, in the order of the footer. */
export const legalPages = ['terms', 'privacy', '2257', 'dmca', 'removal', 'contact'] as const
export type LegalPage = (typeof legalPages)[number]

/** Pages opened by links in emails, and the page that requests such an email. */
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
 * Returns whether a document stays open despite maintenance, regional blocks and the age gate: legal texts,
 * the status of reports, requests and removals, and targets of emailed links. None of these shows a video.
 */
export function isOpenDocument(pathname: string): boolean {
  return openDocument.test(pathname)
}
