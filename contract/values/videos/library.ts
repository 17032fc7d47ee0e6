export const savedOrders = ['own', 'newest', 'oldest'] as const
export type SavedOrder = (typeof savedOrders)[number]
/** Number of videos that an account can save: more would be hard to search and costly to list. */
export const savedMax = 5000

export const historySearchLength = { max: 80 } as const

export const libraryMessages = {
  savedFull: `You have saved ${savedMax.toLocaleString('en')} videos, the most you can save. Remove some first.`,
} as const
