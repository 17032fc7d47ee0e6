import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { type CommentSort, commentSorts } from '#contract/values/videos/comments'
import type { PagedResult } from '#web/lib/query/paged'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CommentForm } from './comment-form'
import { tellSent } from './comment-item'
import { CommentThread } from './comment-thread'
import { ConfirmFirst } from './confirm-first'
import { MoreComments } from './more-comments'
import { useWriteComment } from './mutations'
import { commentsOf, commentsQuery } from './queries'
import { useSignInPath } from './use-sign-in-path'
import { useWriter } from './use-writer'

const sortNames: Record<CommentSort, string> = { newest: 'Newest', best: 'Best' }

/** Renders the form and the list of comments below a video. */
export function CommentSection({ video }: { video: Video }) {
  const writer = useWriter()
  const [sort, setSort] = useState<CommentSort>('newest')
  // The list stays while it is sorted: replies may be half written in it.
  const query = useInfiniteQuery({ ...commentsQuery(video, sort), placeholderData: keepPreviousData })
  const mayWrite = writer === 'writer'
  const isEmpty = isWithout(query)
  return (
    <div className="grid gap-5">
      {writer === 'visitor' ? <SignIn /> : null}
      {writer === 'unconfirmed' ? <ConfirmFirst /> : null}
      {mayWrite ? <WriteForm video={video} onSent={() => setSort('newest')} /> : null}
      {isEmpty ? (
        <p className="text-dim">{mayWrite ? 'No comments yet. Write the first one.' : 'No comments yet.'}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons in a row, no fieldset */}
          <div role="group" aria-label="Order of comments" className="flex gap-2">
            {commentSorts.map((each) => (
              <Button
                key={each}
                variant={each === sort ? 'secondary' : 'ghost'}
                aria-current={each === sort}
                onClick={() => setSort(each)}
              >
                {sortNames[each]}
              </Button>
            ))}
          </div>
          <CommentList query={query} video={video} mayWrite={mayWrite} />
        </>
      )}
    </div>
  )
}

function isWithout({ data, hasNextPage }: PagedResult<Comment>): boolean {
  return data !== undefined && !hasNextPage && data.pages.every(({ items }) => items.length === 0)
}

function SignIn() {
  return (
    <ButtonLink to={useSignInPath()} className="justify-self-start">
      Sign in to comment
    </ButtonLink>
  )
}

function WriteForm({ video, onSent }: { video: Video; onSent: () => void }) {
  const { mutate, isPending } = useWriteComment(video)
  /** How often it was sent or cancelled: each time it starts over. */
  const [round, setRound] = useState(0)
  return (
    <CommentForm
      key={round}
      takesFocus={round > 0}
      onDone={() => setRound(round + 1)}
      label="Add a comment"
      act={['Comment', 'Sending...']}
      isPending={isPending}
      send={(body, { onSuccess, onError }) =>
        mutate(body, {
          onSuccess: (comment) => {
            tellSent(comment, 'Comment posted')
            onSent()
            onSuccess()
          },
          onError,
        })
      }
    />
  )
}

interface CommentListProps {
  query: PagedResult<Comment>
  video: Video
  mayWrite: boolean
}

function CommentList({ query, video, mayWrite }: CommentListProps) {
  const { data, error, refetch } = query
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) {
    return (
      <div className="grid gap-4">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-20 rounded-panel" />
        ))}
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <ul aria-label="Comments" className="grid gap-5">
        {commentsOf(data).map((comment) => (
          <li key={comment.id} className="grid gap-1">
            <CommentThread comment={comment} video={video} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
      <MoreComments query={query} label="Show more comments" />
    </div>
  )
}
