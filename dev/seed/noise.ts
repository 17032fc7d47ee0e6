/** Returns the same number from 0 to 1 for the same place, so that demo numbers look lived in and can be repeated. */
export function noise(...place: (number | string)[]): number {
  let hash = 2166136261
  for (const char of place.join(':')) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
