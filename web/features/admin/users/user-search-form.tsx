import { type UserFilter, userFilters } from '#contract/values/moderation/users'
import { emailLength } from '#contract/values/shared/limits'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useTyped } from '#web/lib/form/use-typed'
import { Field } from '#web/ui/form/field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { UserSearch } from './queries'

const filterNames: Record<UserFilter, string> = {
  all: 'All',
  staff: 'Everyone with a role',
  admin: 'Administrators',
  premium: 'Premium members',
  banned: 'Banned',
}

export interface UserSearchFormProps {
  search: UserSearch
  onSearch: (search: UserSearch) => void
}

export function UserSearchForm({ search, onSearch }: UserSearchFormProps) {
  const { can } = useViewer()
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
        <SearchField
          help={can('user.readEmail') ? 'Username or email starts with' : 'Username starts with'}
          maxLength={emailLength.max}
          value={q}
          onChange={setQ}
        />
        <Field label="Show">
          <Select
            value={search.filter}
            onChange={(event) =>
              onSearch({
                q: q.trim(),
                filter: userFilters.find((each) => each === event.target.value) ?? 'all',
              })
            }
          >
            {userFilters
              .filter((each) => each !== 'premium' || can('payment.read'))
              .map((filter) => (
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
