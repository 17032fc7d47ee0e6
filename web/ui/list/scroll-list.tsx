import clsx from 'clsx'
import type { ReactNode } from 'react'

/** Renders a list of a few lines' height. It takes the focus, so that the arrow keys scroll it. */
export function ScrollList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
    <ul tabIndex={0} className={clsx('max-h-32 overflow-y-auto', className)}>
      {children}
    </ul>
  )
}
