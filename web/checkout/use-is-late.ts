import { useEffect, useState } from 'react'

/** Milliseconds: as long as an order waits for its buyer. */
const openFor = 6 * 3_600_000
const lookEvery = 60_000

/**
 * Returns whether the document is too old to pay by. It doesn't become so while the buyer pays. Once it is,
 * it stays so: the payment view is gone, while the provider's window may still be open.
 */
export function useIsLate(isPaying: boolean): boolean {
  const [since] = useState(() => ({ wall: Date.now(), awake: performance.now() }))
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isPaying) return
    function look() {
      // `awake` stops in many browsers while the device sleeps, and `wall` can be set. The longer of both may
      // come too early, which costs no one anything; where both are too short, the server or the provider
      // refuses.
      const passed = Math.max(Date.now() - since.wall, performance.now() - since.awake)
      if (passed >= openFor) setLate(true)
    }
    look()
    const timer = setInterval(look, lookEvery)
    return () => clearInterval(timer)
  }, [isPaying, since])
  return isLate
}
