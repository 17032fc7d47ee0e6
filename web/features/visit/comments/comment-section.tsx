import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { type CommentSort, commentSorts } from '../../../../contract/values/videos/comments'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { paths } from '../../../lib/paths'
import { withReturnPath } from '../../../lib/with-return-path'
import { Button, ButtonLink } from '../../../ui/button'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { CommentForm } from './comment-form'
import { tellIfHeld } from './comment-item'
import { CommentThread } from './comment-thread'
import { MoreComments } from './more-comments'
import { useWriteComment } from './mutations'
import { commentsQuery } from './queries'

const sortNames: Record<CommentSort, string> = { newest: 'Newest', best: 'Best' }

/** Renders the form and the list of comments below a video. */
export function CommentSection({ video }: { video: Video }) {
  const { user, pending } = useViewer()
  const [sort, setSort] = useState<CommentSort>('newest')
  const mayWrite = user !== null
  return (
    <div className="grid gap-5">
      {mayWrite ? <WriteForm video={video} /> : pending ? null : <SignIn />}
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons in a row, no fieldset */}
      <div role="group" aria-label="Order of comments" className="flex gap-2">
        {commentSorts.map((each) => (
          <Button
            key={each}
            variant={each === sort ? 'secondary' : 'ghost'}
            aria-pressed={each === sort}
            onClick={() => setSort(each)}
          >
            {sortNames[each]}
          </Button>
        ))}
      </div>
      <CommentList video={video} sort={sort} mayWrite={mayWrite} />
    </div>
  )
}

function SignIn() {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink to={withReturnPath(paths.signIn, pathname + search)} className="justify-self-start">
      Sign in to comment
    </ButtonLink>
  )
}

function WriteForm({ video }: { video: Video }) {
  const { mutate, isPending } = useWriteComment(video)
  /** How often it was sent or cancelled: each time it begins anew. */
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
            tellIfHeld(comment)
            onSuccess()
          },
          onError,
        })
      }
    />
  )
}

interface CommentListProps {
  video: Video
  sort: CommentSort
  mayWrite: boolean
}

function CommentList({ video, sort, mayWrite }: CommentListProps) {
  const query = useInfiniteQuery(commentsQuery(video, sort))
  const { data, error, refetch, hasNextPage } = query
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
  const comments = data.pages.flatMap(({ items }) => items)
  if (comments.length === 0 && !hasNextPage)
    return <p className="text-dim">No comments yet. Write the first one.</p>
  return (
    <div className="grid gap-5">
      <ul aria-label="Comments" className="grid gap-5">
        {comments.map((comment) => (
          <li key={comment.id} className="grid gap-1">
            <CommentThread comment={comment} video={video} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
      <MoreComments query={query} label="Show more comments" />
    </div>
  )
}
