import clsx from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useMatches } from '../../lib/dom/use-matches'
import { useTooWide } from '../../lib/dom/use-too-wide'
import type { TableOrder, TableOrders } from '../../lib/table/order'
import { ariaSort, SortButton } from './sort-button'

export interface Column<Row> {
  /** The column's heading; on a phone it precedes the value. */
  title: string
  /** For numbers. */
  align?: 'right'
  /** One button or link. It names itself, so a phone shows no heading for it. */
  action?: boolean
  /** Sort key of the column. */
  sort?: string
  /** The heading is for screen readers alone. */
  isUntitled?: boolean
  /** Can't be left out: see useColumns. */
  isFixed?: boolean
  /** Shown when it is picked: see useColumns. */
  isExtra?: boolean
  /** Takes the room that the others leave. */
  isWide?: boolean
  cell: (row: Row) => ReactNode
}

export interface Sorting extends TableOrder {
  orders: TableOrders
  /** Left out where the table has only one order. */
  onSort?: (order: TableOrder) => void
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sorting?: Sorting
  /** The column that names the row; the first unless it says otherwise. */
  head?: string
  /** Less room between its columns. */
  isDense?: boolean
}

/** Renders a table, whose rows become cards on a phone. A table wider than its place scrolls within it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sorting, head, isDense = false } = props
  const box = useRef<HTMLDivElement>(null)
  const overflows = useTooWide(box)
  const hasCards = useMatches('(width < 48rem)')
  return (
    <div ref={box} className={overflows ? 'overflow-x-auto' : undefined}>
      <table aria-label={label} className="w-full border-separate border-spacing-0 max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.title}
                column={column}
                sorting={sorting}
                canSort={!hasCards}
                overflows={overflows}
                isDense={isDense}
              />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="transition-colors hover:bg-surface-1 max-md:grid max-md:gap-1 max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface-1 max-md:px-4 max-md:py-3"
            >
              {columns.map((column, index) => (
                <Cell
                  key={column.title}
                  column={column}
                  row={row}
                  overflows={overflows}
                  isDense={isDense}
                  head={head === undefined ? index === 0 : column.title === head}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  /** False for a head that isn't seen, whose buttons would take the focus. */
  canSort: boolean
  /** The table scrolls within a box. A sticky head would stick to the box, not the window. */
  overflows: boolean
  isDense: boolean
}

function HeadCell<Row>({ column, sorting, canSort, overflows, isDense }: HeadCellProps<Row>) {
  const { title, align, action, isUntitled, sort } = column
  const isAscending = sort !== undefined && sorting?.sort === sort ? sorting.isAscending : null
  const onSort = sort !== undefined && sorting?.orders.offered.includes(sort) ? sorting.onSort : undefined
  return (
    <th
      scope="col"
      aria-sort={ariaSort(isAscending)}
      className={clsx(
        overflows ? action && lastInView : 'sticky top-16 z-10',
        isDense ? 'px-2' : 'px-3',
        'h-11 whitespace-nowrap border-line border-b bg-bg font-medium text-faint text-meta first:pl-0 last:pr-0',
        align || action ? 'text-right' : 'text-left',
      )}
    >
      {canSort && onSort && sorting && sort !== undefined ? (
        <SortButton
          title={title}
          isAscending={isAscending}
          onClick={() =>
            onSort({
              sort,
              isAscending: isAscending === null ? sorting.orders.ascending.includes(sort) : !isAscending,
            })
          }
        />
      ) : isUntitled ? (
        <span className="sr-only">{title}</span>
      ) : (
        title
      )}
    </th>
  )
}

/** Keeps the actions in view while the other columns scroll. */
const lastInView = 'md:sticky md:right-0 md:z-1 md:bg-bg'

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  head: boolean
  overflows: boolean
  isDense: boolean
}

function Cell<Row>({ column, row, head, overflows, isDense }: CellProps<Row>) {
  const { title, align, action, isWide, cell } = column
  const Tag = head ? 'th' : 'td'
  return (
    <Tag
      scope={head ? 'row' : undefined}
      className={clsx(
        'min-h-6 font-normal max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right',
        'md:h-14 md:border-line md:border-b md:py-2 md:first:pl-0 md:last:pr-0',
        isDense ? 'md:px-2' : 'md:px-3',
        overflows && action && lastInView,
        align && 'tabular-nums',
        align || action ? 'md:text-right' : 'md:text-left',
        isWide && 'md:w-full',
      )}
    >
      {action ? null : (
        <span aria-hidden="true" className="shrink-0 text-faint text-meta md:hidden">
          {title}
        </span>
      )}
      {/* Aligns the button's text with the edge; its outline may extend past it. */}
      <div className={clsx('min-w-0', action && clsx('max-md:-ml-4', !overflows && 'md:-mr-4'))}>
        {cell(row)}
      </div>
    </Tag>
  )
}
