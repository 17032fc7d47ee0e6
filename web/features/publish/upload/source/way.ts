import type { Way } from '../draft/draft'

/** In bytes. A larger file is published as it is unless the uploader wants it prepared. */
export const preparedUpTo = 500e6

/** Returns the chosen way, or else the way that suits this device. */
export function wayOf(chosen: Way | null, size: number | null, isHandheld: boolean): Way {
  if (chosen) return chosen
  return isHandheld || (size !== null && size > preparedUpTo) ? 'asIs' : 'prepared'
}
