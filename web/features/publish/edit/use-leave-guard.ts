import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

type Departure = { to: string } | { delta: number }

export interface LeaveGuard {
  /** The user is about to leave and has to be asked. */
  asking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved work is left by link, search, Back, Forward, or closing the tab. (The router has a
 * blocker only in its data mode.)
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const navigate = useNavigate()
  const [departure, setDeparture] = useState<Departure | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!active) return
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
      if (!link || elsewhere || link.target === '_blank' || link.origin !== location.origin) return
      if (link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      setDeparture({ to: link.pathname + link.search + link.hash })
    }
    function onSubmit(event: SubmitEvent) {
      const form = event.target
      // A form with an action leads to another page; the form being edited has none.
      if (!(form instanceof HTMLFormElement) || !form.hasAttribute('action')) return
      event.preventDefault()
      event.stopPropagation()
      const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
      setDeparture({ to: `${new URL(form.action).pathname}?${new URLSearchParams(fields)}` })
    }
    function onNavigate(event: NavigateEvent) {
      // Links are handled above; this covers Back and Forward within the site.
      if (event.navigationType !== 'traverse' || !event.cancelable || leaving.current) return
      event.preventDefault()
      setDeparture({ delta: event.destination.index - (navigation.currentEntry?.index ?? 0) })
    }
    function onBeforeUnload(event: BeforeUnloadEvent) {
      event.preventDefault()
    }

    // Capturing runs before the router's own listener.
    document.addEventListener('click', onClick, true)
    document.addEventListener('submit', onSubmit, true)
    // The router handles popstate first, so that would be too late. Browsers without this API go back
    // unasked.
    if ('navigation' in window) navigation.addEventListener('navigate', onNavigate)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('submit', onSubmit, true)
      if ('navigation' in window) navigation.removeEventListener('navigate', onNavigate)
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
