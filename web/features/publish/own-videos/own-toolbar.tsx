import { LayoutGrid, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ownSorts } from '#contract/values/videos/video'
import { useTyped } from '#web/lib/form/use-typed'
import { Field } from '#web/ui/form/field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type OwnList, sortNames } from './own-list'
import type { OwnView } from './use-view-choice'

export interface OwnToolbarProps {
  list: OwnList
  onList: (list: OwnList) => void
  /** Null where there is room for cards only. */
  view: OwnView | null
  onView: (view: OwnView) => void
}

const views: readonly { value: OwnView; label: string; icon: ReactNode }[] = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid className="size-5" /> },
  { value: 'table', label: 'Table', icon: <Table2 className="size-5" /> },
]

/** Renders search, order, and the choice of table or grid. The order applies at once, typed text on submit. */
export function OwnToolbar({ list, onList, view, onView }: OwnToolbarProps) {
  const [find, type] = useTyped(list.find)
  const orders = ownSorts.flatMap((sort) =>
    [false, true].map((isAscending) => ({
      sort,
      isAscending,
      value: isAscending ? `${sort} up` : sort,
      label: sortNames[sort][isAscending ? 1 : 0],
    })),
  )
  const current = orders.find((each) => each.sort === list.sort && each.isAscending === list.isAscending)
  return (
    <search>
      <form
        className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault()
          onList({ ...list, find: find.trim() })
        }}
      >
        <SearchField help="Words in the title" maxLength={100} value={find} onChange={type} />
        {list.tab === 'deleted' ? null : (
          <Field label="Sort by">
            <Select
              value={current?.value ?? ''}
              onChange={({ target }) => {
                const order = orders.find(({ value }) => value === target.value)
                if (order)
                  onList({ ...list, sort: order.sort, isAscending: order.isAscending, find: find.trim() })
              }}
            >
              {orders.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {view ? (
          <fieldset className="flex gap-2">
            <legend className="mb-1.5 font-medium text-body">View</legend>
            {views.map(({ value, label, icon }) => (
              <label
                key={value}
                title={label}
                className="grid size-10 cursor-pointer place-items-center rounded-full text-dim outline-offset-2 outline-accent transition-colors hover:bg-surface-2 hover:text-text has-checked:bg-surface-2 has-checked:text-text has-focus-visible:outline-2 pointer-coarse:size-11"
              >
                <input
                  type="radio"
                  name="view"
                  aria-label={label}
                  className="sr-only"
                  checked={view === value}
                  onChange={() => onView(value)}
                />
                {icon}
              </label>
            ))}
          </fieldset>
        ) : null}
      </form>
    </search>
  )
}
