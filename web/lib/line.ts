const firstPauseMs = 4000
/** Long at the end, since everyone waits for the same server. */
const longestPauseMs = 64_000

/**
 * Calls back when the browser says that the connection is back, and now and then, since it may not notice.
 * Returns a function that ends the waiting.
 */
export function whenLineIsBack(onBack: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>

  function wait(pause: number): void {
    timer = setTimeout(() => {
      if (navigator.onLine) onBack()
      wait(Math.min(2 * pause, longestPauseMs))
    }, pause)
  }

  addEventListener('online', onBack)
  wait(firstPauseMs)
  return () => {
    clearTimeout(timer)
    removeEventListener('online', onBack)
  }
}
