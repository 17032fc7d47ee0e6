import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

type Departure = { to: string } | { delta: number }

/** react-router numbers the entries of the history it makes. */
function historyIndex(state: unknown): number {
  return (state as { idx?: number } | null)?.idx ?? 0
}

export interface LeaveGuard {
  /** Somebody is about to leave: time to ask. */
  asking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved work is left: by a link, by Back and Forward, by closing the tab. (The router has a blocker only
 * in its data mode.)
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const navigate = useNavigate()
  const [departure, setDeparture] = useState<Departure | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!active) return
    const index = historyIndex(history.state)
    let returning = false

    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
      if (!link || elsewhere || link.target === '_blank' || link.origin !== location.origin) return
      if (link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      setDeparture({ to: link.pathname + link.search + link.hash })
    }
    function onPopState(event: PopStateEvent) {
      if (leaving.current) return
      // The router must not see it: the address is put back first, which comes as a second event.
      event.stopImmediatePropagation()
      if (returning) {
        returning = false
        return
      }
      const delta = historyIndex(event.state) - index
      if (delta === 0) return
      returning = true
      history.go(-delta)
      setDeparture({ delta })
    }
    function onBeforeUnload(event: BeforeUnloadEvent) {
      event.preventDefault()
    }

    // Capture comes before the router's own listeners.
    document.addEventListener('click', onClick, true)
    addEventListener('popstate', onPopState, true)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      removeEventListener('popstate', onPopState, true)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [active])

  return {
    asking: departure !== null,
    stay: () => setDeparture(null),
    leave: () => {
      if (!departure) return
      leaving.current = true
      setDeparture(null)
      if ('to' in departure) void navigate(departure.to)
      else void navigate(departure.delta)
    },
  }
}
