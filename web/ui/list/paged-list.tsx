import clsx from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import type { PagedResult } from '../../lib/query/paged'
import { Button } from '../button'
import { LoadError } from '../feedback/load-error'
import { TablePages } from './pages'

export interface PagedListProps<Item> {
  query: PagedResult<Item>
  /** Shown while the first page loads. */
  skeleton: ReactNode
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** Said where the first pages are empty and there are more. */
  noneYet?: string
  /**
   * Takes the focus when the page changes, where each page has its own URL. Otherwise pages are added at the
   * end.
   */
  region?: RefObject<HTMLElement | null>
  children: (items: Item[]) => ReactNode
}

/** Renders a paged list in each of its states. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, skeleton, empty, noneYet = 'No matches so far.', region, children } = props
  const { data, error, hasNextPage, isPlaceholderData, refetch } = query
  const [params] = useSearchParams()
  const isPastEnd = region !== undefined && params.has('after')
  const links = region ? (
    <TablePages
      next={data?.pages.at(-1)?.nextCursor ?? null}
      isOfOtherList={isPlaceholderData}
      region={region}
    />
  ) : null
  if (error && !data) {
    return (
      <>
        <LoadError error={error} onRetry={refetch} />
        {links}
      </>
    )
  }
  if (!data) return skeleton
  const items = data.pages.flatMap((page) => page.items)
  // A page may be empty and still have one after it, where the server scans a fixed number of rows at a time.
  if (items.length === 0 && !hasNextPage) {
    // The empty page is of the earlier list, with other filters.
    if (isPlaceholderData) return skeleton
    return (
      <>
        {isPastEnd ? <PastEnd /> : empty}
        {links}
      </>
    )
  }
  const list = items.length > 0 ? children(items) : <p className="py-8 text-center text-dim">{noneYet}</p>
  if (!region) {
    return (
      <>
        {list}
        {hasNextPage ? <More query={query} /> : null}
      </>
    )
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={clsx('grid grid-cols-1 gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      {list}
      {links}
    </div>
  )
}

/** Its items have been deleted or have moved to an earlier page. */
function PastEnd() {
  return <p className="py-8 text-center text-dim">There is nothing on this page anymore.</p>
}

function More<Item>({
  query: { isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: Pick<PagedListProps<Item>, 'query'>) {
  return (
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
  )
}
