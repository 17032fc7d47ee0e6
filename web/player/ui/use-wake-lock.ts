import { useEffect } from 'react'
import { usePlayback } from './player-context'

/** Keeps the screen on while the video plays. The system takes the lock away from a hidden page. */
export function useWakeLock(): void {
  const playing = usePlayback(({ paused, ended, failure }) => !paused && !ended && !failure)

  useEffect(() => {
    if (!playing || !('wakeLock' in navigator)) return
    const abort = new AbortController()
    let lock: Promise<WakeLockSentinel | undefined> | null = null

    function take(): void {
      // Refused when the battery is low: then the screen goes off as it would have.
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
