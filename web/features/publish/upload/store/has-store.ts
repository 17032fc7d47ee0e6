let isUsed = false
const listeners = new Set<() => void>()

/** Called when this page has stored something of an upload, if only in its memory. */
export function noteStored(): void {
  isUsed = true
  for (const listener of listeners) listener()
}

/** Calls back when this page stores something of an upload. Returns a function that ends this. */
export function onStored(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns whether this browser has ever stored an upload: the site has no other database. Where the browser has no
 * databases, or lets none be used, returns whether this page has any upload.
 */
export async function hasStore(): Promise<boolean> {
  if (isUsed) return true
  try {
    const databases = await indexedDB.databases?.()
    return (databases?.length ?? 0) > 0
  } catch {
    return false
  }
}
