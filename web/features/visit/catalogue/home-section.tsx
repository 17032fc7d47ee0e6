import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

export interface HomeSectionProps {
  title: string
  /** Target of 'View All'; null where there is nothing to view. */
  allPath: string | null
  children: ReactNode
}

/** Renders a section of the home page with its heading. */
export function HomeSection({ title, allPath, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="font-bold text-section">
          {title}
        </h2>
        {allPath === null ? null : (
          <Link
            to={allPath}
            aria-label={`View All: ${title}`}
            className="flex h-10 items-center gap-1 rounded-nav text-dim hover:text-text"
          >
            View All
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
