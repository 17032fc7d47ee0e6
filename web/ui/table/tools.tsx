import type { ReactNode } from 'react'
import type { TableOrder, TableOrders } from '../../lib/table/order'
import { ColumnMenu, type ColumnMenuProps } from './column-menu'
import { SortSelect } from './sort-select'

export interface TableToolsProps<Sort extends string> {
  /** The rows that are shown. */
  count: number
  /** As useColumns() returns them. */
  columns: { isWide: boolean; pickable: ColumnMenuProps['columns']; show: ColumnMenuProps['onShow'] }
  order: TableOrder<Sort>
  orders: TableOrders<Sort>
  /** The name of each order, from the greatest on and from the lowest on. */
  names: Readonly<Record<Sort, readonly [descending: string, ascending: string]>>
  /** Null where the table has only one order. */
  onSort: ((order: TableOrder<Sort>) => void) | null
  children?: ReactNode
}

/** Renders the tools above a table: how much it shows, and its columns; on a phone, which has no heads, its order. */
export function TableTools<Sort extends string>(props: TableToolsProps<Sort>) {
  const { count, columns, order, orders, names, onSort, children } = props
  const all = orders.offered.flatMap((sort) =>
    [false, true].map((isAscending) => ({
      sort,
      isAscending,
      label: names[sort][isAscending ? 1 : 0],
    })),
  )
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
      <p className="py-2.5 text-dim text-meta tabular-nums">{count} shown</p>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {columns.isWide ? <ColumnMenu columns={columns.pickable} onShow={columns.show} /> : null}
      </div>
      {columns.isWide || onSort === null ? null : (
        <div className="w-full">
          <SortSelect order={order} orders={all} onSort={onSort} />
        </div>
      )}
    </div>
  )
}
