import { linkLook } from './link-look'

export interface NewTabLinkProps {
  href: string
  children: string
}

/** Renders a link within text in a tab of its own, so that a form keeps its input. Needs no router. */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener" className={linkLook}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
