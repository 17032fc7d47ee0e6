import clsx from 'clsx'
import type { ReactNode } from 'react'
import { linkLook } from '../ui/text/link-look'

export interface OutLinkProps {
  to: string
  /** `gold` is the view's main action; `plain` has no style of its own. */
  look?: 'text' | 'gold' | 'plain'
  className?: string
  children: ReactNode
}

const looks = {
  text: linkLook,
  gold: 'inline-flex h-10 items-center rounded-full bg-gold px-5 font-bold text-gold-ink hover:brightness-108',
  plain: '',
} as const

/** Links to a page of the site in a new window, since the site doesn't let its pages be framed. */
export function OutLink({ to, look = 'text', className, children }: OutLinkProps) {
  return (
    <a href={to} target="_blank" rel="noopener" className={clsx(looks[look], className)}>
      {children}
    </a>
  )
}
