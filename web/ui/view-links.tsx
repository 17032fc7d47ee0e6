import { Link } from 'react-router'

interface ViewLink {
  value: string
  label: string
  to: string
  /** Shown beside the label, such as `3` or `24+`. */
  count?: string | null
}

export interface ViewLinksProps {
  /** Names the row. */
  label: string
  links: readonly ViewLink[]
  /** The current view. */
  value: string
}

/** Renders links to the views of one tab, each with its own address. */
export function ViewLinks({ label, links, value }: ViewLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {links.map((link) => (
        <Link
          key={link.value}
          to={link.to}
          aria-current={link.value === value ? 'page' : undefined}
          className="flex h-10 items-center gap-2 rounded-full border border-line bg-surface-1 px-4 text-dim transition-colors hover:bg-surface-2 hover:text-text aria-[current]:border-text aria-[current]:bg-text aria-[current]:font-medium aria-[current]:text-bg pointer-coarse:h-11"
        >
          {/* The space separates the count in the link's accessible name. */}
          {link.label} {link.count ? <span className="font-bold tabular-nums">{link.count}</span> : null}
        </Link>
      ))}
    </nav>
  )
}
