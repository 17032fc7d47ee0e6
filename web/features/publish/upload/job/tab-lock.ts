/**
 * Runs what only one tab may do at a time; another tab waits for its turn, which comes when this one is done or closed.
 * `onWait` says that it has to. Rejects with the signal's reason when that comes first.
 */
export async function withTabLock<Result>(
  name: string,
  { signal, onWait }: { signal: AbortSignal; onWait: () => void },
  work: () => Promise<Result>,
): Promise<Result> {
  const { locks } = navigator
  // Only on a page without encryption, where nothing can be uploaded either.
  if (!locks) return work()
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : null,
  )
  if (atOnce) return atOnce.result
  onWait()
  return locks.request(name, { signal }, work)
}

/** Takes a lock for as long as this tab is open, if no other tab has it, or gives it up in so many milliseconds. */
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
      // Nothing but its time being up rejects.
      .catch(() => resolve(false))
  })
}
