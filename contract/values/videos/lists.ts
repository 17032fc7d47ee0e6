import { foldText } from '../shared/fold'

/** Characters of a list's name, not UTF-16 units. */
export const listNameLength = { max: 60 } as const
/** Number of lists in one account: as many as a picker can show. */
export const listsMax = 100
/** Number of videos in one list. */
export const listItemsMax = 1000

export const listMessages = {
  unnamed: 'Give the list a name.',
  long: `Use up to ${listNameLength.max} characters.`,
  taken: 'You already have a list with this name.',
  tooMany: `You have ${listsMax} lists, the most you can have. Delete one first.`,
  closed: "We closed the link of this list, so it can't be shared.",
  full: `This list has ${listItemsMax.toLocaleString('en')} videos, the most it can hold. Remove some first.`,
} as const

/** Returns why a tidy name can't be a list's; null if it can. */
export function listNameFault(name: string): string | null {
  if ([...name].length > listNameLength.max) return listMessages.long
  // Also catches a name of invisible characters.
  return foldText(name).trim() === '' ? listMessages.unnamed : null
}
