import type { ReactNode } from 'react'
import type { PagedResult } from '../lib/query/paged'
import { Button } from './button'
import { LoadError } from './feedback/load-error'

export interface PagedListProps<Item> {
  query: PagedResult<Item>
  /** Shown while the first page loads. */
  skeleton: ReactNode
  /** Shown in place of an empty list. */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** Renders a paged list in each of its states. */
export function PagedList<Item>({ query, skeleton, empty, children }: PagedListProps<Item>) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return skeleton
  const items = data.pages.flatMap((page) => page.items)
  // A page may be empty and still have one after it, where the server scans a fixed number of rows at a time.
  if (items.length === 0 && !hasNextPage) return empty
  return (
    <>
      {items.length > 0 ? children(items) : <p className="py-8 text-center text-dim">No matches so far.</p>}
      {hasNextPage ? (
        <div className="mt-4 grid justify-items-center gap-3">
          {isFetchNextPageError ? (
            <p role="alert" className="text-dim">
              Couldn't load more.
            </p>
          ) : null}
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
    </>
  )
}
