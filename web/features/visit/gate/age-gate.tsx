import { type ReactNode, useState } from 'react'
import { readAgeMark, writeAgeMark } from '../../../lib/age-mark'
import { GateDialog } from './gate-dialog'

/** Renders nothing of the page until the visitor has confirmed their age, once and for a year. */
export function AgeGate({ active, children }: { active: boolean; children: ReactNode }) {
  const [confirmed, setConfirmed] = useState(readAgeMark)

  function confirm() {
    writeAgeMark()
    setConfirmed(true)
  }

  return active && !confirmed ? <GateDialog onConfirm={confirm} /> : children
}
