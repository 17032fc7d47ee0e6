import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { ContentList, type ContentListProps } from './content-list'
import { type ContentFilters, filterParams, readFilters } from './filters'

export interface ContentPanelProps {
  /** The videos that await a review. */
  pending: ReactNode
  /** Renders the dialog that takes a video down. */
  renderRemove: ContentListProps['renderRemove']
  /** Renders the dialog that corrects a video. */
  renderCorrect: ContentListProps['renderCorrect']
}

/**
 * Renders the Content Management tab: pending videos, then all of them. Search and filters are in the
 * address.
 */
export function ContentPanel({ pending, renderRemove, renderCorrect }: ContentPanelProps) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  return (
    <div className="grid grid-cols-1 gap-10">
      {pending}
      {/* Not a grid, in which a box that sticks to the lower edge couldn't leave its row. */}
      <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
        <h2 id={id} className="font-bold text-section">
          All Content
        </h2>
        <ContentList
          filters={filters}
          onFilter={(next: ContentFilters) => setParams(filterParams(next))}
          labelId={id}
          renderRemove={renderRemove}
          renderCorrect={renderCorrect}
        />
      </section>
    </div>
  )
}
