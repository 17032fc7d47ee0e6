import type { Surroundings } from './retry'

export const browserSurroundings: Surroundings = {
  now: () => performance.now(),
  random: () => Math.random(),
  isOnline: () => navigator.onLine,
  wait: (milliseconds, signal) =>
    settleOrAbort(signal, (done) => {
      const timer = setTimeout(done, milliseconds)
      return () => clearTimeout(timer)
    }),
  whenOnline: (signal) =>
    settleOrAbort(signal, (done) => {
      addEventListener('online', done, { once: true })
      return () => removeEventListener('online', done)
    }),
}

/** Starts an operation that calls `done`; an abort ends it and rejects with the signal's reason. */
function settleOrAbort(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // A signal that is already aborted fires no event.
    if (signal.aborted) return reject(signal.reason)
    const stop = start(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    function onAbort() {
      stop()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
