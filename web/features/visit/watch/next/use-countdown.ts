import { useEffect, useEffectEvent, useState } from 'react'

/** Returns the whole seconds left, and calls `onEnd` at zero. Paused while `running` is false. */
export function useCountdown(seconds: number, running: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (!running) return
    if (left === 0) return end()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, running])

  return left
}
