/** Every object key and KV key of the product. */

/** 128 random bits: never guessable, never reused. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Prefix of every object of ours; other objects in the bucket aren't. */
export const keyStart = 'm/'

/**
 * Returns a file's key, final from its first part on, since R2 can neither rename nor copy. `id` is a
 * randomId().
 */
export function objectKey(id: string): string {
  return `${keyStart}${id}`
}

/** The ID in an object's key, which media URLs show. */
export function objectId(key: string): string {
  return key.slice(keyStart.length)
}

/** Names in the URLs of files that the worker generates from a rendition or cuts out of it. */
export const masterFile = 'master.m3u8'
export const initFile = 'init.mp4'
export const segmentFile = 'segment.m4s'

export function renditionFile(quality: number): string {
  return `${quality}p.m3u8`
}

export const settingsKey = 'settings'
