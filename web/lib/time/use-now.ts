import { useEffect, useState } from 'react'

/** The time in milliseconds, anew every half minute: for what says how long something waits. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
