import { type TagFilter, tagFilters, tagLength } from '#contract/values/videos/tags'
import { useTyped } from '#web/lib/form/use-typed'
import { Field } from '#web/ui/form/field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { TagSearch } from './queries'

const filterNames: Record<TagFilter, string> = { all: 'All', blocked: 'Blocked', merged: 'Merged' }

export interface TagSearchFormProps {
  search: TagSearch
  onSearch: (search: TagSearch) => void
}

export function TagSearchForm({ search, onSearch }: TagSearchFormProps) {
  const [q, setQ] = useTyped(search.q)
  return (
    <search>
      <form
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch({ ...search, q: q.trim() })
        }}
      >
        <SearchField help="Tag starts with" maxLength={tagLength.max} value={q} onChange={setQ} />
        <Field label="Show">
          <Select
            value={search.filter}
            onChange={({ target }) =>
              onSearch({
                q: q.trim(),
                filter: tagFilters.find((each) => each === target.value) ?? 'all',
              })
            }
          >
            {tagFilters.map((filter) => (
              <option key={filter} value={filter}>
                {filterNames[filter]}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </search>
  )
}
