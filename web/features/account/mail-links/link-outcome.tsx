import { type ReactNode, useEffect, useRef } from 'react'
import { FormPanel } from '#web/ui/form/form-panel.tsx'

export interface LinkOutcomeProps {
  title: string
  text: ReactNode
  /** Links to go on. */
  next: ReactNode
}

/** Replaces the button and takes its focus, so that a screen reader announces the outcome. */
export function LinkOutcome({ title, text, next }: LinkOutcomeProps) {
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const heading = region.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={region}>
      <FormPanel title={title} subtitle={text}>
        <div className="flex flex-wrap justify-center gap-3">{next}</div>
      </FormPanel>
    </div>
  )
}
