export const userFilters = ['all', 'staff', 'admin', 'premium', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]

/** Shown to banned members when they sign in. */
export const banReasonLength = { min: 3, max: 500 } as const
/** Terms of a ban to choose from, in days; null is permanent. */
export const banDays = [1, 7, 30, 365, null] as const

/** The longest ban, in days, by staff who may not ban for long. */
export const shortBanDays = 7

/** Sentences that both a form and the server use. */
export const banMessages = {
  reasonShort: 'Give a reason. The member sees it when signing in.',
} as const
