/** Returns the same number from 0 to 1 for the same place, so that demo numbers look lived in and can be repeated. */
export function noise(...place: (number | string)[]): number {
  let hash = 2166136261
  for (const char of place.join(':')) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  // Without this, the days of a week would differ by their last digit alone, and so would their numbers.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
