import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CommentForm } from './comment-form'
import { CommentItem, tellSent } from './comment-item'
import { MoreComments } from './more-comments'
import { useWriteComment } from './mutations'
import { commentsOf, repliesQuery } from './queries'

export interface CommentThreadProps {
  comment: Comment
  video: Video
  mayWrite: boolean
}

/** Renders a comment and, once they are opened, its replies. */
export function CommentThread({ comment, video, mayWrite }: CommentThreadProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  /** The reply or comment that is being answered. */
  const [answered, setAnswered] = useState<Comment | null>(null)
  const region = useRef<HTMLElement | null>(null)
  const rememberOpener = useFocusAfter(answered !== null, region)
  const { replies } = comment

  function answer(to: Comment) {
    region.current = document.getElementById('comments')
    rememberOpener()
    setAnswered(to)
  }

  const replyTo = (to: Comment) => (mayWrite ? () => answer(to) : undefined)
  return (
    <>
      <CommentItem comment={comment} video={video} onReply={replyTo(comment)} />
      <div className="grid gap-3 pl-6 sm:pl-12">
        {replies > 0 || isOpen ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="flex h-8 items-center gap-1.5 justify-self-start rounded-full px-3 font-medium text-meta hover:bg-surface-2 pointer-coarse:h-11"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? (
              <ChevronUp aria-hidden="true" className="size-4" />
            ) : (
              <ChevronDown aria-hidden="true" className="size-4" />
            )}
            {replies === 0 ? 'Hide replies' : replies === 1 ? '1 reply' : `${replies} replies`}
          </button>
        ) : null}
        <div id={id} className="empty:hidden">
          {isOpen ? <Replies comment={comment} video={video} replyTo={replyTo} /> : null}
        </div>
        {answered ? (
          <ReplyForm
            comment={comment}
            answered={answered}
            video={video}
            onClose={() => setAnswered(null)}
            onSent={() => setOpen(true)}
          />
        ) : null}
      </div>
    </>
  )
}

interface RepliesProps {
  comment: Comment
  video: Video
  replyTo: (to: Comment) => (() => void) | undefined
}

function Replies({ comment, video, replyTo }: RepliesProps) {
  const query = useInfiniteQuery(repliesQuery(video, comment.id))
  const { data, error, refetch } = query
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-16 rounded-panel" />
  return (
    <div className="grid gap-3">
      <ul aria-label="Replies" className="grid gap-3">
        {commentsOf(data).map((reply) => (
          <li key={reply.id}>
            <CommentItem comment={reply} video={video} onReply={replyTo(reply)} />
          </li>
        ))}
      </ul>
      <MoreComments query={query} label="Show more replies" />
    </div>
  )
}

interface ReplyFormProps {
  comment: Comment
  answered: Comment
  video: Video
  onClose: () => void
  onSent: () => void
}

function ReplyForm({ comment, answered, video, onClose, onSent }: ReplyFormProps) {
  const { mutate, isPending } = useWriteComment(video, answered.id)
  const name = answered.author?.username ?? ''
  return (
    <CommentForm
      label={`Reply to ${name}`}
      initial={answered.id === comment.id ? '' : `@${name} `}
      act={['Reply', 'Sending...']}
      isPending={isPending}
      send={(body, { onSuccess, onError }) =>
        mutate(body, {
          onSuccess: (reply) => {
            tellSent(reply, 'Reply posted')
            onSent()
            onSuccess()
          },
          onError,
        })
      }
      isOpened
      onDone={onClose}
    />
  )
}
