import { useQuery } from '@tanstack/react-query'
import { contentStates } from '#contract/values/moderation/content'
import { usernameLength } from '#contract/values/shared/limits'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { useTyped } from '#web/lib/form/use-typed'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type ContentFilters, stateNames } from './filters'

export interface FilterFormProps {
  filters: ContentFilters
  onFilter: (filters: ContentFilters) => void
}

/** Renders the filters. Choices apply at once, typed text on submit. */
export function FilterForm({ filters, onFilter }: FilterFormProps) {
  const { data: categories } = useQuery(categoriesQuery)
  const [{ find, owner }, type] = useTyped({ find: filters.find, owner: filters.owner })
  const change = (part: Partial<ContentFilters>) =>
    onFilter({ ...filters, find: find.trim(), owner: owner.trim(), ...part })

  return (
    <search>
      <form
        className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <SearchField
          help="Part of a title, ID, URL or SHA-256 of a file"
          maxLength={300}
          value={find}
          onChange={(text) => type({ find: text, owner })}
          className="sm:col-span-2"
        />
        <Field label="Uploader" help="Exact username">
          <Input
            type="search"
            maxLength={usernameLength.max}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={owner}
            onChange={({ target }) => type({ find, owner: target.value })}
          />
        </Field>
        <Field label="State">
          <Select
            value={filters.state}
            onChange={({ target }) =>
              change({ state: contentStates.find((each) => each === target.value) ?? 'all' })
            }
          >
            {contentStates.map((state) => (
              <option key={state} value={state}>
                {stateNames[state]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Category">
          <Select
            value={filters.category ?? ''}
            onChange={({ target }) => change({ category: Number(target.value) || null })}
          >
            <option value="">All categories</option>
            {categories?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Audience">
          <Select
            value={filters.premium ?? ''}
            onChange={({ target: { value } }) =>
              change({ premium: value === 'true' || value === 'false' ? value : null })
            }
          >
            <option value="">Any</option>
            <option value="true">Premium</option>
            <option value="false">Free</option>
          </Select>
        </Field>
        <Checkbox
          label="With open reports"
          className="justify-self-start sm:col-span-full"
          checked={filters.reported}
          onChange={({ target }) => change({ reported: target.checked })}
        />
      </form>
    </search>
  )
}
