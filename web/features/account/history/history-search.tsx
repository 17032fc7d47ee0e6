import { historySearchLength } from '#contract/values/videos/library'
import { useTyped } from '#web/lib/form/use-typed'
import { SearchField } from '#web/ui/form/search-field.tsx'

export interface HistorySearchProps {
  search: string
  onSearch: (search: string) => void
}

export function HistorySearch({ search, onSearch }: HistorySearchProps) {
  const [typed, type] = useTyped(search)
  return (
    <search className="w-full max-w-md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <SearchField
          label="Search watch history"
          help="Search by title"
          maxLength={historySearchLength.max}
          value={typed}
          onChange={type}
        />
      </form>
    </search>
  )
}
