import clsx from 'clsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { loadPatiently } from '../../lib/lazy-part'
import { currentToast, subscribeToToasts } from './toast'

const places = {
  /** The bar of selected videos, the last card, a code to scan and a phone's tabs lie further down. */
  belowHeader: 'pointer-events-none fixed inset-x-4 top-18 z-60 md:right-6 md:left-auto',
  /** For a short page, whose buttons would lie under it otherwise. */
  afterContent: '',
}

/**
 * Rendered once in the shell. The live region exists before the first message, or screen readers would miss it.
 */
export function Toaster({ place = 'belowHeader' }: { place?: keyof typeof places }) {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null)
  const region = useRef<HTMLElement>(null)

  const [cards, setCards] = useState<typeof import('./toast-card')>()

  // Ahead of the first toast, which may have to say that the connection is gone.
  useEffect(() => {
    loadPatiently(() => import('./toast-card')).then(setCards, () => undefined)
  }, [])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F8') region.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <section
      ref={region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      className={clsx('grid justify-items-center print:hidden', places[place])}
    >
      <div aria-live="polite" aria-atomic="true" className="w-full md:w-auto">
        {shown && cards ? <cards.ToastCard key={shown.id} toast={shown} /> : null}
      </div>
    </section>
  )
}
