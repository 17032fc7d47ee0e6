import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { readAgeMark, writeAgeMark } from '#web/entities/viewer/age-mark'
import { useHydrated } from '#web/lib/first-screen/values'
import { lazyPart } from '#web/lib/lazy-part'

/** The worker names its file in the pages of visitors who will see it; the others never load it. */
const GateDialog = lazyPart(() => import('./gate-dialog'), 'GateDialog')

/** Renders nothing of the page until the visitor has confirmed their age, once and for a year. */
export function AgeGate({ active, children }: { active: boolean; children: ReactNode }) {
  const hydrated = useHydrated()
  const [confirmed, setConfirmed] = useState(hydrated ? hydrated.ageVerified : readAgeMark)

  // The flag counts, too, which the worker doesn't know of.
  useLayoutEffect(() => {
    if (hydrated) setConfirmed(readAgeMark())
  }, [hydrated])

  function confirm() {
    writeAgeMark()
    setConfirmed(true)
  }

  if (!active || confirmed) return children
  return (
    <Suspense>
      <GateDialog onConfirm={confirm} />
    </Suspense>
  )
}
