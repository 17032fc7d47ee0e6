/** Milliseconds between attempts: long at the end, since everyone waits for the same server. */
const pausesMs = [4000, 8000, 16_000, 32_000, 64_000]

/**
 * Calls when the browser says that the connection is back, and now and then, since it may not notice. Returns
 * what ends the waiting.
 */
export function whenLineIsBack(onBack: () => unknown): () => void {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout>

  function wait(): void {
    const pause = pausesMs[Math.min(attempts, pausesMs.length - 1)]
    attempts += 1
    timer = setTimeout(() => {
      if (navigator.onLine) onBack()
      wait()
    }, pause)
  }

  window.addEventListener('online', onBack)
  wait()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', onBack)
  }
}
