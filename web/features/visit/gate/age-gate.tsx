import { type ReactNode, Suspense, useState } from 'react'
import { readAgeMark, writeAgeMark } from '../../../lib/age-mark'
import { lazyPart } from '../../../lib/lazy-part'
import { StillPainted } from '../../../ui/feedback/still-painted'

/** The worker names its file in the pages of visitors who will see it; the others never load it. */
const GateDialog = lazyPart(() => import('./gate-dialog'), 'GateDialog')

/** Renders nothing of the page until the visitor has confirmed their age, once and for a year. */
export function AgeGate({ active, children }: { active: boolean; children: ReactNode }) {
  const [confirmed, setConfirmed] = useState(readAgeMark)

  function confirm() {
    writeAgeMark()
    setConfirmed(true)
  }

  if (!active || confirmed) return children
  return (
    <Suspense fallback={<StillPainted />}>
      <GateDialog onConfirm={confirm} />
    </Suspense>
  )
}
