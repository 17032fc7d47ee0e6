import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface PlainLinkProps {
  href: string
  /** Looks like the view's only button. */
  button?: boolean
  children: ReactNode
}

/**
 * Loads a whole document in the whole window. A router would carry this document's wide content policy over
 * to other pages.
 */
export function PlainLink({ href, button, children }: PlainLinkProps) {
  return (
    <a
      href={href}
      target="_top"
      className={clsx(
        'inline-flex items-center justify-center font-bold',
        button
          ? 'h-12 rounded-full bg-gold px-6 text-gold-ink text-lead hover:brightness-108'
          : 'h-10 rounded-nav text-dim hover:text-text',
      )}
    >
      {children}
    </a>
  )
}
