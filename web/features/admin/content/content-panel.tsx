import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { ContentList, type ContentListProps } from './content-list'
import { type ContentFilters, filterParams, readFilters } from './filters'

export interface ContentPanelProps {
  /** What waits for a review. */
  pending: ReactNode
  /** The dialog that takes a video down. */
  renderRemove: ContentListProps['renderRemove']
}

/** The tab Content Management: what waits, then everything. Search and filters stand in the address. */
export function ContentPanel({ pending, renderRemove }: ContentPanelProps) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  return (
    <div className="grid grid-cols-1 gap-10">
      {pending}
      {/* No grid: what sticks to the lower edge would not leave its row. */}
      <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
        <h2 id={id} className="font-bold text-section">
          All Content
        </h2>
        <ContentList
          filters={filters}
          onFilter={(next: ContentFilters) => setParams(filterParams(next))}
          labelId={id}
          renderRemove={renderRemove}
        />
      </section>
    </div>
  )
}
