import type { Surroundings } from './retry'

/** Milliseconds: a timer also stops while the device sleeps, and one of 25 days would end at once. */
const longestTimer = 30_000

export const browserSurroundings: Surroundings = {
  now: () => performance.now(),
  random: () => Math.random(),
  isOnline: () => navigator.onLine,
  wait: (milliseconds, signal) =>
    settleOrAbort(signal, (done) => {
      let timer: ReturnType<typeof setTimeout>
      const [began, beganAt] = [performance.now(), Date.now()]
      const look = () => {
        // One clock stops while the device sleeps, the other may be set back.
        const left = milliseconds - Math.max(performance.now() - began, Date.now() - beganAt)
        if (left <= 0) done()
        else timer = setTimeout(look, Math.min(left, longestTimer))
      }
      look()
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
