/** Every object key and KV key of the product. */

/** 128 random bits: never guessable, never reused. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Of every object that is ours; what else the bucket holds isn't. */
export const keyStart = 'm/'

/** Where a file lives from its first part on; R2 can neither rename nor copy. `id` is a randomId(). */
export function objectKey(id: string): string {
  return `${keyStart}${id}`
}

/** The id in an object's key: what a media address shows of it. */
export function objectId(key: string): string {
  return key.slice(keyStart.length)
}

/** Names of what the worker prints or cuts out of a rung, as its addresses show them. */
export const masterFile = 'master.m3u8'
export const initFile = 'init.mp4'
export const segmentFile = 'segment.m4s'

export function rungFile(quality: number): string {
  return `${quality}p.m3u8`
}

export const settingsKey = 'settings'
