/** Maximum number of regions in a list. */
export const maxRegions = 400
/** A country such as `FR`, or a subdivision such as `US-TX`. */
export const regionPattern = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/

/** Returns the valid codes of a stored list. */
export function readRegionCodes(stored: unknown): string[] {
  const list: unknown[] = Array.isArray(stored) ? stored : []
  return list.filter((code): code is string => typeof code === 'string' && regionPattern.test(code))
}
