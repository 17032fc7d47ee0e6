/**
 * Choices of how one browser shows the site. Each is a cookie, so that the worker writes it into the document
 * before anything is painted, and a class of the root element, for styles and scripts. They aren't
 * preferences of an account, since the document knows no account.
 */
export const displayChoices = ['discreet', 'theatre'] as const

export type DisplayChoice = (typeof displayChoices)[number]

export const displayCookie = { value: '1', maxAge: 365 * 24 * 3600 } as const

/** Title of a discreet browser's tab. */
export const neutralTitle = 'Notes'
export const neutralIcon = '/notes.svg'
