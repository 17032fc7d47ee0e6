import clsx from 'clsx'
import { Heart, Pin } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { Avatar } from '#web/entities/uploader/avatar.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { errorToast, failureToast, toast } from '#web/ui/feedback/toast'
import { Ago } from '#web/ui/text/ago.tsx'
import { CommentForm } from './comment-form'
import { CommentMenu } from './comment-menu'
import { CommentText } from './comment-text'
import { useEditComment, useLikeComment } from './mutations'
import { useSignInPath } from './use-sign-in-path'

export interface CommentItemProps {
  comment: Comment
  video: Video
  /** Opens the form for a reply; none where no one can write one. */
  onReply?: (() => void) | undefined
}

const gone: Partial<Record<Comment['state'], string>> = {
  deleted: 'Deleted comment',
  removed: 'Removed comment',
  held: 'Comment under review',
}

/** Renders a comment or a reply; of a deleted one only its place. */
export function CommentItem({ comment, video, onReply }: CommentItemProps) {
  const [isEditing, setEditing] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const rememberOpener = useFocusAfter(isEditing, menu)
  const { author, body, createdAt, editedAt, state } = comment
  if (!author) return <p className="py-1 text-faint">{gone[state]}</p>
  return (
    <article className="flex gap-3" aria-label={`Comment by ${author.username}`}>
      <Avatar id={author.id} username={author.username} url={author.avatarUrl} className="size-9" />
      <div className="grid min-w-0 flex-1 gap-1">
        {comment.isPinned ? (
          <p className="flex items-center gap-1.5 text-faint text-meta">
            <Pin aria-hidden="true" className="size-3.5" />
            Pinned by the uploader
          </p>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-2 text-meta">
          {author.hasPage ? (
            <Link to={paths.profile(author.username)} className="truncate py-0.5 font-medium hover:underline">
              {author.username}
            </Link>
          ) : (
            <span className="truncate py-0.5 font-medium">{author.username}</span>
          )}
          {comment.byUploader ? <Badge>UPLOADER</Badge> : null}
          {state === 'held' ? <Badge tone="warning">HELD FOR REVIEW</Badge> : null}
          <span className="text-faint">
            <Ago at={createdAt} />
            {editedAt ? ' (edited)' : null}
          </span>
        </p>
        {isEditing ? (
          <EditForm comment={comment} video={video} onClose={() => setEditing(false)} />
        ) : (
          <>
            <CommentText text={body} video={video} />
            <div className="-ml-2 flex min-h-10 items-center gap-1">
              {state === 'shown' ? <LikeComment comment={comment} video={video} /> : null}
              {state === 'shown' && onReply ? (
                <button
                  type="button"
                  className="h-8 rounded-full px-3 font-medium text-dim text-meta hover:bg-surface-2 hover:text-text pointer-coarse:h-11"
                  onClick={onReply}
                >
                  Reply
                </button>
              ) : null}
              <CommentMenu
                comment={comment}
                video={video}
                button={menu}
                onEdit={() => {
                  rememberOpener()
                  setEditing(true)
                }}
              />
            </div>
          </>
        )}
      </div>
    </article>
  )
}

function EditForm({ comment, video, onClose }: { comment: Comment; video: Video; onClose: () => void }) {
  const [initial] = useState(comment.body)
  const { mutate, isPending } = useEditComment(video, comment.id)
  return (
    <CommentForm
      label="Edit comment"
      initial={initial}
      act={['Save', 'Saving...']}
      isPending={isPending}
      send={(body, { onSuccess, onError }) =>
        mutate(body, {
          onSuccess: (edited) => {
            tellSent(edited, 'Comment saved')
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

/** Says that a comment was sent, or that it waits for staff. */
export function tellSent({ state }: Comment, title: string): void {
  if (state !== 'held') toast({ title })
  else
    toast({ title: 'Held for review', description: 'Others will see your comment once we have checked it.' })
}

function LikeComment({ comment, video }: Pick<CommentItemProps, 'comment' | 'video'>) {
  const { user } = useViewer()
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  const { mutate, isPending } = useLikeComment(video, comment)
  const { likedByMe, likes, author } = comment

  function press() {
    if (!user) {
      failureToast({
        title: 'Sign in to like comments',
        action: {
          label: 'Sign in',
          act: () => void navigate(signInPath),
        },
      })
      return
    }
    // The answer to the first press is on its way.
    if (isPending) return
    mutate(!likedByMe, { onError: (error) => errorToast("Couldn't like the comment", error) })
  }

  return (
    <button
      type="button"
      aria-pressed={likedByMe}
      className="flex h-8 items-center gap-1.5 rounded-full px-3 text-dim text-meta tabular-nums hover:bg-surface-2 hover:text-text pointer-coarse:h-11"
      onClick={press}
    >
      <Heart aria-hidden="true" className={clsx('size-4', likedByMe && 'fill-accent text-accent')} />
      <span className="sr-only">
        {`Like the comment by ${author?.username}`}
        {likes === 0 ? null : likes === 1 ? ', 1 like' : `, ${likes} likes`}
      </span>
      {likes === 0 ? null : <span aria-hidden="true">{likes}</span>}
    </button>
  )
}
