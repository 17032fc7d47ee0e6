/**
 * Runs work that only one tab may do at a time. Another tab waits, after `onWait`, until this one is done or
 * closed. Rejects with the signal's reason if that aborts first.
 */
export async function withTabLock<Result>(
  name: string,
  { signal, onWait }: { signal: AbortSignal; onWait: () => void },
  work: () => Promise<Result>,
): Promise<Result> {
  const { locks } = navigator
  // Only on an unencrypted page, where nothing can be uploaded either.
  if (!locks) return work()
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : null,
  )
  if (atOnce) return atOnce.result
  onWait()
  return locks.request(name, { signal }, work)
}

/** Returns the names of the locks that tabs hold. */
export async function heldLocks(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => name ?? []))
}

/** Waits until no tab holds a lock. Rejects with the signal's reason if that aborts first. */
export async function lockFreed(name: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(name, { mode: 'shared', signal }, () => {})
}

/**
 * Takes a lock for as long as this tab is open. Returns false if another tab keeps it for `patience`
 * milliseconds.
 */
export function holdTabLock(name: string, patience = 0): Promise<boolean> {
  const { locks } = navigator
  if (!locks) return Promise.resolve(true)
  const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true }
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise(() => {}) : undefined
      })
      // It rejects only when the time is up.
      .catch(() => resolve(false))
  })
}
