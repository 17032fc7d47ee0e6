import type { TableOrder } from '../../lib/table/order'
import { Field } from '../form/field'
import { Select } from '../form/select'

export interface SortSelectProps<Sort extends string> {
  order: TableOrder<Sort>
  orders: readonly (TableOrder<Sort> & { label: string })[]
  onSort: (order: TableOrder<Sort>) => void
}

/** Sorts a list where no header offers it. */
export function SortSelect<Sort extends string>({ order, orders, onSort }: SortSelectProps<Sort>) {
  const isCurrent = (each: TableOrder<Sort>) =>
    each.sort === order.sort && each.isAscending === order.isAscending
  return (
    <Field label="Sort by">
      <Select
        value={orders.findIndex(isCurrent)}
        onChange={({ target }) => {
          const chosen = orders[Number(target.value)]
          if (chosen) onSort({ sort: chosen.sort, isAscending: chosen.isAscending })
        }}
      >
        {orders.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
