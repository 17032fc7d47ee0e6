import { useEffect, useState } from 'react'

/** Returns whether a time is still to come, also once it has passed; false for none. */
export function useIsBefore(time: string | null): boolean {
  const end = time === null ? 0 : Date.parse(time)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end <= now) return
    const timer = setTimeout(() => setNow(Date.now()), end - now)
    return () => clearTimeout(timer)
  }, [end, now])
  return end > now
}
