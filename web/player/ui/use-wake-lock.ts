import { useEffect } from 'react'
import { usePlayback } from './player-context'

/** Keeps the screen on while the video plays. The system releases the lock when the page is hidden. */
export function useWakeLock(): void {
  const playing = usePlayback(({ paused, ended, failure }) => !paused && !ended && !failure)

  useEffect(() => {
    if (!playing || !('wakeLock' in navigator)) return
    const abort = new AbortController()
    let lock: Promise<WakeLockSentinel | undefined> | null = null

    function take(): void {
      // Refused when the battery is low: then the screen turns off as usual.
      if (document.visibilityState === 'visible')
        lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }

    take()
    document.addEventListener('visibilitychange', take, { signal: abort.signal })
    return () => {
      abort.abort()
      void lock?.then((sentinel) => sentinel?.release())
    }
  }, [playing])
}
