import { ListFilter } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { focusFilters } from './filter-bar'
import { withoutFilter } from './list-filter'

/** Shown where filters leave nothing of a list. */
export function NoMatches() {
  const [params, setParams] = useSearchParams()

  function clear() {
    setParams(withoutFilter(params), { replace: true })
    focusFilters()
  }

  return (
    <EmptyState
      icon={<ListFilter />}
      title="No videos match these filters"
      text="Remove a filter to see more."
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  )
}
