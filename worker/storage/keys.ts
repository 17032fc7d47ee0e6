/** Every object key and KV key of the product. */

/** 128 random bits: never guessable, never reused. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Where a file lives from its first part on; R2 can neither rename nor copy. `id` is a randomId(). */
export function objectKey(id: string): string {
  return `m/${id}`
}

export const settingsKey = 'settings'
