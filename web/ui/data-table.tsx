import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Column<Row> {
  /** The column's heading; on a phone it precedes the value. */
  title: string
  /** For numbers. */
  align?: 'right'
  /** One button or link. It names itself, so a phone shows no heading for it. */
  action?: boolean
  cell: (row: Row) => ReactNode
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** Renders a table, whose rows become cards on a phone. The first column names the row. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ title, align, action }) => (
            <th
              key={title}
              scope="col"
              className={clsx(
                'sticky top-16 z-10 h-11 whitespace-nowrap border-line border-b bg-bg px-3 font-medium text-faint text-meta first:pl-0 last:pr-0',
                align || action ? 'text-right' : 'text-left',
              )}
            >
              {title}
            </th>
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
              <Cell key={column.title} column={column} row={row} head={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row, head }: { column: Column<Row>; row: Row; head: boolean }) {
  const { title, align, action, cell } = column
  const Tag = head ? 'th' : 'td'
  return (
    <Tag
      scope={head ? 'row' : undefined}
      className={clsx(
        'min-h-6 font-normal max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right',
        'md:h-14 md:border-line md:border-b md:px-3 md:py-2 md:first:pl-0 md:last:pr-0',
        align && 'tabular-nums',
        align || action ? 'md:text-right' : 'md:text-left',
      )}
    >
      {action ? null : (
        <span aria-hidden="true" className="shrink-0 text-faint text-meta md:hidden">
          {title}
        </span>
      )}
      {/* Aligns the button's text with the edge; its outline may extend past it. */}
      <div className={clsx('min-w-0', action && 'md:-mr-4 max-md:-ml-4')}>{cell(row)}</div>
    </Tag>
  )
}
