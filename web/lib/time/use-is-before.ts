import { useEffect, useState } from 'react'

/** Milliseconds: a timer stops while the device sleeps, and one of 25 days ends at once. */
const longestTimer = 60_000

/** Returns whether a time is still to come, also once it has passed; false for none. */
export function useIsBefore(time: string | null): boolean {
  const end = time === null ? 0 : Date.parse(time)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end <= now) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(end - Date.now(), longestTimer))
    return () => clearTimeout(timer)
  }, [end, now])
  return end > now
}
