import clsx from 'clsx'
import type { MouseEvent, ReactNode } from 'react'

export interface SkipLinkProps {
  /** ID of an element that can take the focus. */
  to: string
  className?: string
  children: ReactNode
}

/** Leads past what every page begins with; seen while it has the focus. */
export function SkipLink({ to, className, children }: SkipLinkProps) {
  function skip(event: MouseEvent) {
    // The browser would add an entry to the history, without the state of this one.
    event.preventDefault()
    const target = document.getElementById(to)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }

  return (
    <a href={`#${to}`} onClick={skip} className={clsx('skip-link', className)}>
      {children}
    </a>
  )
}
