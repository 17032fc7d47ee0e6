import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { readOrder } from '#web/lib/table/order'
import { ContentList, type ContentListProps } from './content-list'
import { type ContentFilters, filterParams, ordersOf, readFilters } from './filters'

export interface ContentPanelProps {
  /** The videos that await a review. */
  pending: ReactNode
  /** Renders the dialog that takes a video down. */
  renderRemove: ContentListProps['renderRemove']
  /** Renders the dialog that corrects a video. */
  renderCorrect: ContentListProps['renderCorrect']
}

/**
 * Renders the Content Management tab: pending videos, then all of them. Search, filters, order and page are in the
 * address.
 */
export function ContentPanel({ pending, renderRemove, renderCorrect }: ContentPanelProps) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const order = readOrder(params, ordersOf(filters))

  /** Returns the order where it was chosen and other filters offer it, too. */
  function orderKept(next: ContentFilters) {
    const isChosen = params.has('sort') || params.has('order')
    return isChosen && ordersOf(next).offered.includes(order.sort) ? order : undefined
  }

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
          order={order}
          after={params.get('after')}
          onList={(next, wanted) => setParams(filterParams(next, wanted ?? orderKept(next)))}
          labelId={id}
          renderRemove={renderRemove}
          renderCorrect={renderCorrect}
        />
      </section>
    </div>
  )
}
