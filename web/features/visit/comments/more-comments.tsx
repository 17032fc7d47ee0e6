import type { Comment } from '#contract/schemas/videos/comments'
import type { PagedResult } from '#web/lib/query/paged'
import { Button } from '#web/ui/button.tsx'

/** Loads the next page of comments or replies, where there is one. */
export function MoreComments({ query, label }: { query: PagedResult<Comment>; label: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <div className="grid justify-items-center gap-3">
      {isFetchNextPageError ? (
        <p role="alert" className="text-dim">
          Couldn't load more.
        </p>
      ) : null}
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
