/**
 * Returns whether this browser has ever stored an upload: the site has no other database. False as well where the
 * browser has no databases, or lets none be used.
 */
export async function hasStore(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.()
    return (databases?.length ?? 0) > 0
  } catch {
    return false
  }
}
