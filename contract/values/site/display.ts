/**
 * How one browser shows the site. Each is a cookie, so that the worker writes it into the document before anything is
 * painted, and a class of the root element, for styles and scripts. The document knows no account: these aren't
 * preferences of one.
 */
export const displayChoices = ['discreet', 'theatre'] as const

export type DisplayChoice = (typeof displayChoices)[number]

export const displayCookie = { value: '1', maxAge: 365 * 24 * 3600 } as const

/** What a tab of a discreet browser says. */
export const neutralTitle = 'Notes'
export const neutralIcon = '/notes.svg'
