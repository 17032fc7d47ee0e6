export const userFilters = ['all', 'staff', 'admin', 'premium', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]

/** Orders of the list of accounts; `name` is the name as folded for search. */
export const userSorts = ['joined', 'name', 'premium'] as const
export type UserSort = (typeof userSorts)[number]

/** Returns the orders in which an index can serve a list with this search and filter, the usual one first. */
export function sortsOfUsers(filter: UserFilter, q?: string): readonly [UserSort, ...UserSort[]] {
  if (filter === 'staff' || filter === 'admin' || filter === 'banned') return ['joined']
  if (q) return ['name']
  return filter === 'premium' ? ['premium'] : ['joined', 'name']
}

/**
 * Returns whether such a list can be sorted both ways: a list merged from several indices has only its usual
 * direction.
 */
export function maySortBothWays(filter: UserFilter, q?: string): boolean {
  return sortsOfUsers(filter, q)[0] === 'joined'
}

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
